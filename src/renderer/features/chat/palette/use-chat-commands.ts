import {
  IconAdjustmentsHorizontal,
  IconCopy,
  IconCpu,
  IconDownload,
  IconEdit,
  IconEyeOff,
  IconHistory,
  IconKeyboard,
  IconLayoutSidebar,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { type Command, useCommands } from '../../../lib/commands.ts';
import { paths } from '../../../lib/paths.ts';
import { useChatEngine } from '../chat-context.ts';
import { parametersButtonTexts } from '../parameters/button-texts.ts';
import {
  findControl,
  keysOfShortcut,
  type ShortcutActions,
  type ShortcutId,
} from '../shortcuts/shortcuts.ts';
import { temporaryTexts } from '../temporary/texts.ts';
import { shortcutTexts, sidebarTexts } from '../texts.ts';

interface OfferedShortcut {
  readonly id: ShortcutId;
  readonly group: 'chat' | 'app';
  readonly Icon: TablerIcon;
  readonly words?: string;
}

/** Shortcuts that are also offered as commands, in the order of the palette. */
const offeredShortcuts: readonly OfferedShortcut[] = [
  { id: 'newChat', group: 'chat', Icon: IconEdit, words: 'start begin conversation' },
  { id: 'rename', group: 'chat', Icon: IconPencil, words: 'title' },
  { id: 'copyReply', group: 'chat', Icon: IconCopy, words: 'answer clipboard' },
  { id: 'export', group: 'chat', Icon: IconDownload, words: 'save download text' },
  { id: 'model', group: 'chat', Icon: IconCpu, words: 'switch change vendor' },
  { id: 'toggleSidebar', group: 'app', Icon: IconLayoutSidebar, words: 'list of chats' },
  { id: 'help', group: 'app', Icon: IconKeyboard, words: 'keyboard keys help' },
];

/**
 * Adds commands for the shortcuts that work at the moment, and for the temporary chat, the parameters and the history.
 */
export function useChatCommands(actions: ShortcutActions, readLastReply: () => unknown): void {
  const { temporary } = useChatEngine();
  const navigate = useNavigate();
  const canDo = (id: ShortcutId) => {
    if (id === 'rename' || id === 'export' || id === 'model') return findControl(id) !== null;
    return id !== 'copyReply' || readLastReply() !== null;
  };
  useCommands(() => {
    const commands = offeredShortcuts
      .filter(({ id }) => canDo(id))
      .map(({ id, ...offer }): Command => ({
        ...offer,
        id,
        label: shortcutTexts.labels[id],
        keys: keysOfShortcut(id),
        run: actions[id],
      }));
    if (temporary?.get() === null)
      commands.splice(1, 0, {
        id: 'temporaryChat',
        group: 'chat',
        label: temporaryTexts.begin,
        note: temporaryTexts.beginNote,
        words: 'private incognito',
        Icon: IconEyeOff,
        run: () => {
          actions.newChat();
          void temporary.begin();
        },
      });
    if (findControl('parameters'))
      commands.push({
        id: 'parameters',
        group: 'chat',
        label: parametersButtonTexts.label,
        words: 'temperature instructions system prompt thinking effort top-p tokens length settings',
        Icon: IconAdjustmentsHorizontal,
        run: () => findControl('parameters')?.click(),
      });
    commands.push({
      id: 'history',
      group: 'chat',
      label: sidebarTexts.history,
      words: 'all chats search archived',
      Icon: IconHistory,
      run: () => void navigate(paths.history),
    });
    return commands;
  });
}
