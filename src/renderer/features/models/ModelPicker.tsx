import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconCpu, IconKey } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { availableCommands, type Command, useCommands } from '../../lib/commands.ts';
import styles from './ModelPicker.module.css';
import { ModelsLoading } from './ModelsLoading.tsx';
import { modelTexts } from './texts.ts';
import type { ModelSelection } from './use-model-selection.ts';

const Choices = lazyComponent(async () => (await import('./picker/Choices.tsx')).Choices, {
  look: 'panel',
});

export interface ModelPickerProps {
  readonly selection: ModelSelection;
  readonly onOpenKeys: () => void;
}

export function ModelPicker({ selection, onOpenKeys }: ModelPickerProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [compare, setCompare] = useState<Command | null>(null);
  const { entry, section, unavailable, isChanging, isLoading } = selection;
  useModelCommands(selection, onOpenKeys);
  if (isLoading) return <ModelsLoading />;
  const name = entry?.name ?? modelTexts.empty;
  // The demo replies instead of the selected model.
  const isDemo = entry !== null && section?.service?.client === 'demo';
  // The words on the button, separated by a space. Voice control matches them.
  const label = isDemo ? `${name} ${modelTexts.demo}` : name;
  const change = (next: boolean) => {
    setIsOpen(next);
    if (next) setCompare(availableCommands().find(({ id }) => id === 'compare') ?? null);
    // The list takes the focus once it has loaded, so the popover doesn't return the focus.
    if (!next) target.current?.focus();
  };
  const close = () => change(false);
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      position="bottom-end"
      width={400}
      shadow="md"
      trapFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          ref={target}
          type="button"
          className={styles.target}
          aria-label={
            unavailable === null
              ? modelTexts.choose({ name: label })
              : modelTexts.chooseInstead({ model: unavailable, name: label })
          }
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-busy={isChanging}
          onPointerEnter={() => void Choices.preload()}
          onFocus={() => void Choices.preload()}
          onClick={() => change(!isOpen)}
        >
          {unavailable !== null && <IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
          <span className={styles.targetName} dir="auto">
            {name}
          </span>{' '}
          {isDemo && <span className={styles.demo}>{modelTexts.demo}</span>}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={modelTexts.title}>
        <Choices
          selection={selection}
          onClose={close}
          compare={compare}
          onOpenKeys={() => {
            close();
            onOpenKeys();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Adds a command for each model that the plan includes, and one for the user's own keys. */
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
