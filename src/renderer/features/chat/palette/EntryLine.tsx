import { IconChevronRight, IconMessage, IconMessages } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { relativeDate } from '../../../../shared/domain/relative-date.ts';
import { HitText } from '../search/HitText.tsx';
import { useNow } from '../use-now.ts';
import styles from './CommandPalette.module.css';
import type { Entry } from './entries.ts';

export function EntryLine({ entry }: { readonly entry: Entry }): ReactNode {
  const now = useNow();
  switch (entry.kind) {
    case 'command': {
      const { label, note, keys = [], Icon = IconChevronRight } = entry.command;
      return (
        <>
          <Icon size={18} stroke={1.75} aria-hidden />
          <span className={styles.label}>{label}</span>
          {note && <span className={styles.note}>{note}</span>}
          {keys.length > 0 && (
            <span className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          )}
        </>
      );
    }
    case 'chat':
      return (
        <>
          <IconMessages size={18} stroke={1.75} aria-hidden />
          <span className={styles.label} dir="auto">
            {entry.chat.title}
          </span>
          <span className={styles.note}>{relativeDate(new Date(entry.chat.updatedAt), new Date(now))}</span>
        </>
      );
    case 'hit': {
      const Icon = entry.hit.messageId === null ? IconMessages : IconMessage;
      return (
        <>
          <Icon size={18} stroke={1.75} aria-hidden />
          <span className={styles.found}>
            <HitText hit={entry.hit} titleClass={styles.label} excerptClass={styles.excerpt} />
          </span>
        </>
      );
    }
  }
}
