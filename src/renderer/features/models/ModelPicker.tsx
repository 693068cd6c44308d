import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import { IconChevronDown, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './ModelPicker.module.css';
import { ModelSectionList } from './ModelSectionList.tsx';
import { modelTexts } from './texts.ts';
import { useModelCommands } from './use-model-commands.ts';
import type { ModelSelection } from './use-model-selection.ts';

interface ModelPickerProps {
  readonly selection: ModelSelection;
  /** Opens the dialog for a vendor's key; for the list of vendors when given null. */
  readonly onOpenKeys: (vendorName: string | null) => void;
}

/** The model in use, and the list to choose another one from [MODEL-002..005]. */
export function ModelPicker({ selection, onOpenKeys }: ModelPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { sections, entry, section, isChanging, isLoading } = selection;
  useModelCommands(selection, onOpenKeys);
  if (isLoading) return <output className={styles.skeleton} aria-label={modelTexts.loading} />;
  const hasModels = sections.some(({ models }) => models.length > 0);
  const openKeys = (vendorName: string | null) => {
    setIsOpen(false);
    onOpenKeys(vendorName);
  };
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
          aria-label={modelTexts.choose(entry?.name ?? modelTexts.empty)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-busy={isChanging}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={styles.targetName}>{entry?.name ?? modelTexts.empty}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={modelTexts.title}>
        <div className={styles.sections}>
          {!hasModels && <p className={styles.none}>{modelTexts.empty}</p>}
          {sections.map((one) => (
            <ModelSectionList
              key={one.vendorName ?? ''}
              section={one}
              isTitled={sections.length > 1}
              inUse={one === section ? entry : null}
              isDisabled={isChanging}
              onOpenKeys={openKeys}
              onSelect={(id) => {
                void selection.select(id, one);
                setIsOpen(false);
              }}
            />
          ))}
        </div>
        <button type="button" className={styles.keys} onClick={() => openKeys(null)}>
          <IconKey size={18} stroke={1.75} aria-hidden />
          {modelTexts.useOwnKey}
        </button>
        <details className={styles.help}>
          <summary>{modelTexts.help}</summary>
          <p>{modelTexts.helpText}</p>
        </details>
      </Popover.Dropdown>
    </Popover>
  );
}
