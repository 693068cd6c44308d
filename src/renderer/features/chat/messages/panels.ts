import { IconSearch } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useCommands } from '../../../lib/commands.ts';
import { keysOfShortcut } from '../shortcuts/shortcuts.ts';
import { shortcutTexts } from '../texts.ts';

/** What is open above a conversation. */
export interface Panel {
  readonly kind: 'find';
  /** Changes each time it is opened. */
  readonly visit: number;
}

export interface PanelAction {
  readonly id: Panel['kind'];
  readonly label: string;
  readonly Icon: typeof IconSearch;
  readonly run: () => void;
}

/** What can be opened above a conversation, also as commands. Nothing while there are no messages. */
export function usePanels(hasMessages: boolean) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const open = (kind: Panel['kind']) => setPanel((before) => ({ kind, visit: (before?.visit ?? 0) + 1 }));
  const closePanel = useCallback(() => setPanel(null), []);
  const actions: readonly PanelAction[] = hasMessages
    ? [{ id: 'find', label: shortcutTexts.labels.find, Icon: IconSearch, run: () => open('find') }]
    : [];
  useCommands(() => actions.map((action) => ({ ...action, group: 'chat', keys: keysOfShortcut(action.id) })));
  return { panel, closePanel, actions };
}
