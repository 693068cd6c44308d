import styles from './CommandPalette.module.css';
import type { PaletteEntry, EntryGroup } from './entries.ts';
import { paletteTexts } from '../texts.ts';
import { IconChevronRight, IconMessage, IconMessages } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { relativeDate } from '../../../../shared/domain/relative-date.ts';
import { HitText } from '../search/HitText.tsx';
import { useNow } from '../use-now.ts';
import { locale } from '../../../lib/locale.ts';

interface EntryListProps {
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  readonly active: PaletteEntry | null;
  readonly optionId: (entry: PaletteEntry) => string;
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly onRun: (entry: PaletteEntry) => void;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a select can neither stay open
   here nor show what these lines do, and the field handles the keys */

/** The focus stays in the field. */
export function EntryList({ id, groups, active, optionId, onChoose, onRun }: EntryListProps) {
  return (
    <div id={id} role="listbox" aria-label={paletteTexts.results} className={styles.list}>
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={styles.heading} aria-hidden>
            {title}
          </div>
          {entries.map((entry) => (
            <div
              key={entry.id}
              id={optionId(entry)}
              role="option"
              tabIndex={-1}
              aria-selected={entry === active}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => onChoose(entry)}
              onClick={() => onRun(entry)}
            >
              <EntryLine entry={entry} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function EntryLine({ entry }: { readonly entry: PaletteEntry }): ReactNode {
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
          <span className={styles.note}>
            {relativeDate(new Date(entry.chat.updatedAt), new Date(now), locale())}
          </span>
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
