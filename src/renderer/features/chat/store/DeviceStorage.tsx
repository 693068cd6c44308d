import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Button } from '../../../components/Button.tsx';
import { showToast } from '../../../lib/toast.ts';
import { FileDatabase } from '../attachments/device/file-database.ts';
import { ChatStore, storeLimit } from './chat-store.ts';
import { AccountDatabase } from './database.ts';
import styles from './DeviceStorage.module.css';
import { deviceTexts as texts, megabytesOf, sizeText, usageText } from './device-texts.ts';

export function DeviceStorage({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const database = useMemo(() => new AccountDatabase(userId, () => {}), [userId]);
  const store = useMemo(() => new ChatStore(database), [database]);
  const files = useMemo(() => new FileDatabase(userId), [userId]);
  useEffect(
    () => () => {
      database.close();
      files.close();
    },
    [database, files],
  );
  const queryKey = ['device-storage', userId];
  const { data: usage } = useQuery({
    queryKey,
    queryFn: async () => ({ ...(await store.readUsage()), files: await files.readBytes() }),
    staleTime: 0,
  });
  const clear = useMutation({
    mutationFn: () => Promise.all([store.clear(), files.clear()]),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey });
      showToast(texts.cleared);
    },
  });
  if (!usage) return null;
  return (
    <div className={styles.storage}>
      <p>{usage.chats === 0 ? texts.empty : usageText(usage)}</p>
      <meter className={styles.meter} min={0} max={storeLimit} value={usage.bytes} aria-label={texts.meter} />
      {usage.files > 0 && <p>{texts.files({ size: sizeText(usage.files) })}</p>}
      <p className={styles.note}>{texts.limit({ megabytes: megabytesOf(storeLimit) })}</p>
      <Button
        look="outlined"
        disabled={(usage.chats === 0 && usage.files === 0) || clear.isPending}
        onClick={() => clear.mutate()}
      >
        {texts.clear}
      </Button>
    </div>
  );
}
