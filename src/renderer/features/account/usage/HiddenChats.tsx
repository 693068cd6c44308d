import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { ExportButton } from '../data/ExportButton.tsx';
import type { FormatChat } from '../data/export-account.ts';
import { accountQueries } from '../queries.ts';
import { Question } from '../Question.tsx';
import { usageTexts as texts } from '../texts.ts';
import styles from './UsageSection.module.css';

async function deleteHiddenChats(): Promise<void> {
  const client = await getSupabase();
  await client.rpc('delete_hidden_chats').throwOnError();
}

interface HiddenChatsProps {
  readonly userId: string;
  readonly formatChat: FormatChat;
}

/** The chats that the plan's history no longer shows, and the person's right to take or erase them [ROLE-021]. */
export function HiddenChats({ userId, formatChat }: HiddenChatsProps) {
  const client = useQueryClient();
  const { queryKey } = accountQueries.hiddenChats(userId);
  const { data: count } = useQuery(accountQueries.hiddenChats(userId));
  const erase = useMutation({
    mutationFn: deleteHiddenChats,
    onSuccess: () => {
      showToast(texts.erased);
      return client.invalidateQueries({ queryKey });
    },
  });
  if (!count) return <p className={styles.note}>{texts.hiding}</p>;
  return (
    <div className={styles.hidden}>
      <p>
        <strong>{texts.hiddenCount(count)}</strong> {texts.hiding}
      </p>
      <ExportButton formatChat={formatChat} scope="hidden" label={texts.take} />
      <Question
        ask={texts.erase}
        keep={texts.keep}
        confirm={texts.eraseNow}
        busy={texts.erasing}
        onConfirm={() => erase.mutateAsync()}
        failure={erase.error && texts.eraseFailed}
      >
        {texts.eraseWarning(count)}
      </Question>
    </div>
  );
}
