import { IconPrinter } from '@tabler/icons-react';
import type { Snapshot } from '../../../shared/sharing/snapshot.ts';
import { Button } from '../../components/Button.tsx';
import { SharedConversation } from '../../components/shared-chat/SharedConversation.tsx';
import { usePage } from '../../lib/use-page.ts';
import { ContinueChat } from './ContinueChat.tsx';
import styles from './SharedChat.module.css';
import { shareTexts as texts } from './texts.ts';

interface SharedChatProps {
  readonly snapshot: Snapshot;
  readonly expiresAt: string | null;
  readonly onContinue: (snapshot: Snapshot, newId: string) => Promise<void>;
}

export function SharedChat({ snapshot, expiresAt, onContinue }: SharedChatProps) {
  // Not the chat's title, because browsers store page titles in their history and sync them to other devices.
  const heading = usePage(texts.title);
  const { title, sharedAt, messages } = snapshot;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={styles.title} dir="auto">
          {title}
        </h1>
        <p className={styles.facts}>
          <span>{texts.sharedAt({ day: formatDay(sharedAt) })}</span>
          {expiresAt !== null && <span>{texts.expires({ day: formatDay(expiresAt) })}</span>}
        </p>
        <p className={styles.about}>{texts.about}</p>
        <div className={styles.actions}>
          <ContinueChat snapshot={snapshot} onContinue={onContinue} />
          <Button look="outlined" onClick={() => print()}>
            <IconPrinter size={16} stroke={1.75} aria-hidden />
            {texts.print}
          </Button>
        </div>
      </header>
      <SharedConversation messages={messages} />
    </div>
  );
}

const formatDay = (at: string) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'long' });
