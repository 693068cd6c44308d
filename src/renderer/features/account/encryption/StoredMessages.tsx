import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialog/Dialog.tsx';
import account from '../account.module.css';
import { LoadError } from '../Section.tsx';
import styles from './encryption.module.css';
import { pageSize, readStoredMessages, type StoredMessage } from './stored-messages.ts';
import { encryptionTexts as texts } from './texts.ts';

/** Lets users check that the service stores nothing that it can read. */
export function StoredMessages({ userId }: { readonly userId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button size="small" look="outlined" onClick={() => setIsOpen(true)}>
        {texts.stored.open}
      </Button>
      {isOpen && <StoredDialog userId={userId} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

interface StoredDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
}

function StoredDialog({ userId, onClose }: StoredDialogProps) {
  const query = useInfiniteQuery({
    queryKey: ['stored-messages', userId],
    queryFn: ({ pageParam }) => readStoredMessages(userId, pageParam),
    initialPageParam: null as StoredMessage | null,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1) : undefined),
    // Decrypted texts stay in memory no longer than they are shown.
    gcTime: 0,
  });
  const messages = query.data?.pages.flat() ?? [];
  return (
    <Dialog title={texts.stored.title} size="lg" onClose={onClose}>
      <p>{texts.stored.lead}</p>
      <LoadError query={query} text={texts.stored.failed} />
      {query.isPending && <p>{texts.stored.loading}</p>}
      {query.isSuccess && messages.length === 0 && <p>{texts.stored.none}</p>}
      <ul className={styles.stored} aria-label={texts.stored.title}>
        {messages.map(({ id, text, row }) => (
          <li key={id}>
            <h3>{texts.stored.read}</h3>
            <p className={account.longText} dir="auto">
              {text}
            </p>
            <h3>{texts.stored.kept}</h3>
            <pre className={account.longText}>{JSON.stringify(row, null, 2)}</pre>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button look="plain" disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {texts.stored.older}
        </Button>
      )}
    </Dialog>
  );
}
