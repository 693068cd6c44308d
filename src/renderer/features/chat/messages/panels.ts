import { IconListTree, IconSearch } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useCommands } from '../../../lib/commands.ts';
import { keysOfShortcut } from '../shortcuts/shortcuts.ts';
import { panelTexts } from './panel-texts.ts';

export interface Panel {
  readonly kind: 'find' | 'map';
  readonly visit: number;
}

export interface PanelAction {
  readonly id: Panel['kind'];
  readonly label: string;
  readonly Icon: typeof IconSearch;
  readonly run: () => void;
}

const MIN_FOR_MAP = 8;

/** Returns the panels that can be opened in a conversation of `count` messages. They are also available as commands. */
export function usePanels(count: number) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const open = (kind: Panel['kind']) => setPanel((before) => ({ kind, visit: (before?.visit ?? 0) + 1 }));
  const closePanel = useCallback(() => setPanel(null), []);
  const find = {
    id: 'find',
    label: panelTexts.labels.find,
    Icon: IconSearch,
    run: () => open('find'),
  } as const;
  const map = {
    id: 'map',
    label: panelTexts.labels.map,
    Icon: IconListTree,
    run: () => open('map'),
  } as const;
  const panels: readonly PanelAction[] = [
    ...(count > 0 ? [find] : []),
    ...(count >= MIN_FOR_MAP ? [map] : []),
  ];
  useCommands(() =>
    panels.map((action) => ({
      ...action,
      group: 'chat',
      ...(action.id === 'find' && { keys: keysOfShortcut('find') }),
      words: panelTexts.words[action.id],
    })),
  );
  return { panel, closePanel, panels };
}
