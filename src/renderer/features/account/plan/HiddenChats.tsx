import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import type { FormatChat } from '../export/export-account.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { accountQueries } from '../queries.ts';
import { usageTexts as texts } from '../texts.ts';

async function deleteHiddenChats(): Promise<void> {
  const client = await getSupabase();
  await client.rpc('delete_hidden_chats').throwOnError();
}

interface HiddenChatsProps {
  readonly userId: string;
  readonly formatChat: FormatChat;
}

/** Lets the user download or delete chats that the plan hides [ROLE-021]. */
export function HiddenChats({ userId, formatChat }: HiddenChatsProps) {
  const client = useQueryClient();
  const query = accountQueries.hiddenChats(userId);
  const { data: count } = useQuery(query);
  const remove = useMutation({
    mutationFn: deleteHiddenChats,
    onSuccess: () => {
      showToast(texts.deleted);
      return client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  if (!count) return null;
  return (
    <div className={styles.box}>
      <p>
        <strong>{texts.hiddenCount({ count })}</strong> {texts.hiding}
      </p>
      <ExportButton formatChat={formatChat} scope="hidden" label={texts.download} />
      <ConfirmButton
        texts={texts.delete}
        onConfirm={() => remove.mutateAsync()}
        failure={remove.error && texts.deleteFailed}
      >
        {texts.deleteWarning({ count })}
      </ConfirmButton>
    </div>
  );
}
