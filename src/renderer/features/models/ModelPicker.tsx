import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import { IconChevronDown, IconCpu, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommands } from '../../lib/commands.ts';
import styles from './ModelPicker.module.css';
import { ModelSectionList } from './ModelSectionList.tsx';
import { modelTexts } from './texts.ts';
import type { ModelSelection } from './use-model-selection.ts';

interface ModelPickerProps {
  readonly selection: ModelSelection;
  /** Opens the dialog for a vendor's key; with null, the list of vendors. */
  readonly onOpenKeys: (vendorName: string | null) => void;
}

/** Shows the model in use and lets the user choose another one [MODEL-002..005]. */
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
          aria-label={modelTexts.choose({ name: entry?.name ?? modelTexts.empty })}
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

/** A command for each model that the plan includes, and one for the user's own keys. */
function useModelCommands(
  { sections, section: current, entry: inUse, select }: ModelSelection,
  onOpenKeys: (vendorName: string | null) => void,
): void {
  useCommands(() => [
    ...sections.flatMap((section) =>
      section.models
        .filter(({ id }) => !section.locked.has(id))
        .map((model) => ({
          id: `model ${section.vendorName ?? ''} ${model.id}`,
          group: 'models' as const,
          label: modelTexts.use({ model: model.name }),
          words: `model ${model.id} ${section.title}`,
          isMinor: true,
          note: model.id === inUse?.id && section === current ? modelTexts.inUse : section.title,
          Icon: IconCpu,
          run: () => void select(model.id, section),
        })),
    ),
    {
      id: 'ownKey',
      group: 'models',
      label: modelTexts.useOwnKey,
      words: 'vendor api',
      Icon: IconKey,
      run: () => onOpenKeys(null),
    },
  ]);
}
