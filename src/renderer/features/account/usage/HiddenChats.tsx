import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { accountQueries } from '../queries.ts';
import { SectionError } from '../Section.tsx';
import { usageTexts as texts } from '../texts.ts';
import { useHandedFocus } from '../use-handed-focus.ts';
import styles from './UsageSection.module.css';

async function deleteHiddenChats(): Promise<void> {
  const client = await getSupabase();
  await client.rpc('delete_hidden_chats').throwOnError();
}

/** The chats that the plan's history no longer shows, and the person's right to erase them [ROLE-021]. */
export function HiddenChats({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const { queryKey } = accountQueries.hiddenChats(userId);
  const { data: count } = useQuery(accountQueries.hiddenChats(userId));
  const [isAsking, setIsAsking] = useState(false);
  const { opener, answer } = useHandedFocus(isAsking);
  const erase = useMutation({
    mutationFn: deleteHiddenChats,
    onSuccess: () => {
      showToast(texts.erased);
      setIsAsking(false);
      return client.invalidateQueries({ queryKey });
    },
  });
  if (!count) return <p className={styles.note}>{texts.hiding}</p>;
  return (
    <div className={styles.hidden}>
      <p>
        <strong>{texts.hiddenCount(count)}</strong> {texts.hiding}
      </p>
      {isAsking && <p>{texts.eraseWarning(count)}</p>}
      <div className={styles.buttons}>
        {isAsking ? (
          <>
            <Button
              ref={answer}
              size="small"
              look="plain"
              disabled={erase.isPending}
              onClick={() => setIsAsking(false)}
            >
              {texts.keep}
            </Button>
            <Button size="small" disabled={erase.isPending} onClick={() => erase.mutate()}>
              {erase.isPending ? texts.erasing : texts.eraseNow}
            </Button>
          </>
        ) : (
          <Button ref={opener} size="small" look="outlined" onClick={() => setIsAsking(true)}>
            {texts.erase}
          </Button>
        )}
      </div>
      {erase.error && <SectionError>{texts.eraseFailed}</SectionError>}
    </div>
  );
}
