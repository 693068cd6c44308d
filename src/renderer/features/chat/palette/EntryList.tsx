import styles from './CommandPalette.module.css';
import type { Entry, EntryGroup } from './entries.ts';
import { EntryLine } from './EntryLine.tsx';
import { paletteTexts } from '../texts.ts';

interface EntryListProps {
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  readonly active: Entry | null;
  readonly optionId: (entry: Entry) => string;
  readonly onChoose: (entry: Entry) => void;
  readonly onRun: (entry: Entry) => void;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a select can neither stand open
   here nor show what these lines do, and the field has the keys */

/** The results. The focus stays in the field. */
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
