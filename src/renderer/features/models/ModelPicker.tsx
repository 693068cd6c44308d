import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import { IconChevronDown, IconCpu, IconKey, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../../lib/commands.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';
import styles from './ModelPicker.module.css';
import type { ModelLine } from './picker/lines.ts';
import { modelKey, useModelMemory } from './picker/memory.ts';
import { ModelList } from './picker/ModelList.tsx';
import { modelTexts, pickerTexts } from './texts.ts';
import type { ModelSelection } from './use-model-selection.ts';

interface ModelPickerProps {
  readonly selection: ModelSelection;
  /** Opens the list of vendors for which the user can enter a key. */
  readonly onOpenKeys: () => void;
}

/** Shows the model in use and lets the user choose another one [MODEL-002..005]. */
export function ModelPicker({ selection, onOpenKeys }: ModelPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { entry, isChanging, isLoading } = selection;
  useModelCommands(selection, onOpenKeys);
  if (isLoading) return <output className={styles.skeleton} aria-label={modelTexts.loading} />;
  const close = () => setIsOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={400}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
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
        <Choices
          selection={selection}
          onClose={close}
          onOpenKeys={() => {
            close();
            onOpenKeys();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoicesProps {
  readonly selection: ModelSelection;
  readonly onClose: () => void;
  readonly onOpenKeys: () => void;
}

/** The list of models, and what explains it. */
function Choices({ selection, onClose, onOpenKeys }: ChoicesProps) {
  const { sections, entry, section, isChanging, select } = selection;
  const navigate = useNavigate();
  const { memory, remember, toggleFavorite } = useModelMemory(useSession().user?.id ?? '');
  const onChoose = ({ key, entry: { id }, section: chosen }: ModelLine) => {
    if (chosen.locked.has(id)) return void navigate(paths.pricing);
    remember(key);
    void select(id, chosen);
    onClose();
  };
  return (
    <>
      <div className={styles.top}>
        <h2>{modelTexts.title}</h2>
        <button type="button" aria-label={pickerTexts.close} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      <ModelList
        sections={sections}
        memory={memory}
        inUse={section && entry ? modelKey(section, entry.id) : null}
        isDisabled={isChanging}
        onChoose={onChoose}
        onStar={({ key }) => toggleFavorite(key)}
      />
      <p className={styles.note}>{pickerTexts.byDefault}</p>
      <button type="button" className={styles.keys} onClick={onOpenKeys}>
        <IconKey size={18} stroke={1.75} aria-hidden />
        {modelTexts.useOwnKey}
      </button>
      <details className={styles.help}>
        <summary>{modelTexts.help}</summary>
        <p>{modelTexts.helpText}</p>
        <p>{pickerTexts.favoritesHelp}</p>
      </details>
    </>
  );
}

/** A command for each model that the plan includes, and one for the user's own keys. */
function useModelCommands(
  { sections, section: current, entry: inUse, select }: ModelSelection,
  onOpenKeys: () => void,
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
      run: onOpenKeys,
    },
  ]);
}
