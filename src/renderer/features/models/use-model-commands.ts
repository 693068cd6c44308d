import { IconCpu, IconKey } from '@tabler/icons-react';
import { useCommands } from '../../lib/commands.ts';
import { modelTexts } from './texts.ts';
import type { ModelSelection } from './use-model-selection.ts';

/** The models that may be chosen, each by its name; and the way to a key of one's own. */
export function useModelCommands(
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
          label: modelTexts.use(model.name),
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
