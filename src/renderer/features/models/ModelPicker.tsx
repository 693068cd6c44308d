import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import type { ModelEntry } from './model.ts';
import styles from './ModelPicker.module.css';
import { modelTexts } from './texts.ts';
import type { ModelSelection } from './use-model-selection.ts';

/** The model in use, and the list to choose another one from [MODEL-002..005]. */
export function ModelPicker({ selection }: { readonly selection: ModelSelection }) {
  const [isOpen, setIsOpen] = useState(false);
  const { model, isLoading } = selection;
  if (isLoading) return <output className={styles.skeleton} aria-label={modelTexts.loading} />;
  if (!model) return <span className={styles.none}>{modelTexts.empty}</span>;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.target}
          aria-label={modelTexts.choose(model.name)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={styles.targetName}>{model.name}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={modelTexts.title}>
        <ul className={styles.list}>
          {selection.models.map((entry) => (
            <li key={entry.id}>
              {selection.locked.has(entry.id) ? (
                <LockedModel entry={entry} />
              ) : (
                <button
                  type="button"
                  className={styles.entry}
                  aria-pressed={entry.id === model.id}
                  onClick={() => {
                    if (entry.id !== model.id) selection.select(entry.id);
                    setIsOpen(false);
                  }}
                >
                  <EntryText entry={entry} />
                  {entry.id === model.id && (
                    <IconCheck size={18} stroke={2} className={styles.check} aria-hidden />
                  )}
                </button>
              )}
            </li>
          ))}
        </ul>
        <details className={styles.help}>
          <summary>{modelTexts.help}</summary>
          <p>{modelTexts.helpText}</p>
        </details>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A model of another plan leads to the plans [MODEL-033]. */
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
          {entry.name}
          <span className={styles.size}>{entry.size}</span>
        </span>
        <span className={styles.about}>{[...marks.filter(Boolean), ...entry.description].join(' · ')}</span>
      </span>
    </>
  );
}
