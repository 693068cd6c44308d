import { IconCheck, IconKey, IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import type { ModelEntry } from './model.ts';
import styles from './ModelPicker.module.css';
import type { ModelSection } from './own-sections.ts';
import { modelTexts } from './texts.ts';

interface ModelSectionListProps {
  readonly section: ModelSection;
  /** False if there is only one section. */
  readonly isTitled: boolean;
  /** Null if the model in use is in another section. */
  readonly inUse: ModelEntry | null;
  /** A change is running; choosing shows that. */
  readonly isDisabled: boolean;
  readonly onSelect: (id: string) => void;
  readonly onOpenKeys: (vendorName: string) => void;
}

/** One vendor's models in the selector. */
export function ModelSectionList(props: ModelSectionListProps) {
  const { section, isTitled, inUse, isDisabled, onSelect, onOpenKeys } = props;
  const titleId = useId();
  const { target, kind, models, locked, title } = section;
  if (models.length === 0) return null;
  return (
    <section aria-labelledby={isTitled ? titleId : undefined}>
      {isTitled && (
        <header className={styles.sectionHead}>
          <h3 id={titleId} className={styles.sectionTitle}>
            {title}
            {kind !== 'active' && <span className={styles.sectionKind}>{modelTexts.kinds[kind]}</span>}
          </h3>
          {target?.endpointOrigin && (
            <button
              type="button"
              className={styles.sectionKey}
              aria-label={modelTexts.changeKey({ vendor: title })}
              title={modelTexts.changeKey({ vendor: title })}
              onClick={() => onOpenKeys(target.name)}
            >
              <IconKey size={16} stroke={1.75} aria-hidden />
            </button>
          )}
        </header>
      )}
      <ul className={styles.list}>
        {models.map((entry) => (
          <li key={entry.id}>
            {locked.has(entry.id) ? (
              <LockedModel entry={entry} />
            ) : (
              <button
                type="button"
                className={styles.entry}
                aria-pressed={entry.id === inUse?.id}
                aria-disabled={isDisabled}
                onClick={() => onSelect(entry.id)}
              >
                <EntryText entry={entry} />
                {entry.id === inUse?.id && (
                  <IconCheck size={18} stroke={2} className={styles.check} aria-hidden />
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A model that the plan doesn't include leads to the plans [MODEL-033]. */
function LockedModel({ entry }: { readonly entry: ModelEntry }) {
  return (
    <Link to={paths.pricing} className={styles.entry} data-locked title={modelTexts.locked}>
      <EntryText entry={entry} />
      <IconLock size={16} stroke={1.75} className={styles.check} aria-label={modelTexts.locked} />
    </Link>
  );
}

function EntryText({ entry }: { readonly entry: ModelEntry }) {
  const marks = [
    entry.isNew && modelTexts.isNew,
    entry.isPro && modelTexts.isPro,
    entry.isBeta && modelTexts.isBeta,
    entry.supportsImages && modelTexts.images,
  ];
  return (
    <>
      <span className={styles.icon} aria-hidden>
        {entry.icon}
      </span>
      <span className={styles.text}>
        <span className={styles.name}>
          <span className={styles.nameText}>{entry.name}</span>
          <span className={styles.size}>{entry.size}</span>
        </span>
        <span className={styles.about}>{[...marks.filter(Boolean), ...entry.description].join(' · ')}</span>
      </span>
    </>
  );
}
