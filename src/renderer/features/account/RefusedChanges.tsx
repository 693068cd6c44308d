import { Button } from '../../components/Button.tsx';
import type { LibraryList } from '../../lib/library-changes.ts';
import { forgetRefusedChange, type RefusedChange, useRefusedChanges } from '../../lib/refused-changes.ts';
import { refusedTexts as texts } from '../../lib/refused-texts.ts';
import styles from './account.module.css';
import forms from './forms.module.css';

interface RefusedChangesProps {
  readonly userId: string;
  readonly list: LibraryList;
  readonly nameOf: (change: RefusedChange) => string;
  /** Missing if the name is the whole text. */
  readonly textOf?: (change: RefusedChange) => string;
  /** Missing if the text can only be read. */
  readonly onEdit?: (change: RefusedChange) => void;
}

/** Changes that waited for a connection, and that the service then refused. They stay until the user decides. */
export function RefusedChanges({ userId, list, nameOf, textOf, onEdit }: RefusedChangesProps) {
  const refused = useRefusedChanges(userId, list);
  if (refused.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={texts.list}>
      {refused.map((change) => {
        const name = nameOf(change);
        return (
          <li key={change.id} className={styles.item}>
            <div className={styles.question}>
              <p className={styles.name} dir="auto">
                {name}
              </p>
              <p role="alert" className={forms.error}>
                {change.reason}
              </p>
              {textOf && (
                <pre className={styles.longText} dir="auto">
                  {textOf(change)}
                </pre>
              )}
              <div className={forms.actions}>
                {onEdit && (
                  <Button
                    size="small"
                    look="outlined"
                    aria-label={texts.editOf({ name })}
                    onClick={() => onEdit(change)}
                  >
                    {texts.edit}
                  </Button>
                )}
                <Button
                  size="small"
                  look="plain"
                  aria-label={texts.discardOf({ name })}
                  onClick={() => forgetRefusedChange(userId, change)}
                >
                  {texts.discard}
                </Button>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
