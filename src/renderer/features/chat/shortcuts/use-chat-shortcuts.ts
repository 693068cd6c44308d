import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useClipboard } from '../../../components/markdown/use-clipboard.ts';
import { availableCommands } from '../../../lib/commands.ts';
import { loadModule } from '../../../lib/load-module.ts';
import type { Message } from '../chat.ts';
import { useChatEngine } from '../chat-context.ts';
import { useOperations } from '../outbox/use-operations.ts';
import { useChatCommands } from '../palette/use-chat-commands.ts';
import { neighborChat } from '../sidebar/chat-order.ts';
import { chatTexts } from '../texts.ts';
import { platform } from '../../../platform/index.ts';
import { type ControlName, findControl, type ShortcutActions, shortcutOf } from './shortcuts.ts';

interface ChatShortcuts {
  readonly userId: string;
  readonly chatId: string;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly readLastReply: () => Message | null;
  readonly onNewChat: () => void;
  readonly onSelect: (chatId: string, isOptimistic: boolean) => void;
  readonly onToggleSidebar: () => void;
  readonly onHelp: () => void;
}

export function useChatShortcuts(screen: ChatShortcuts): void {
  const client = useQueryClient();
  const { runner } = useChatEngine();
  const operations = useOperations();
  const { copy } = useClipboard(chatTexts.messageCopied);
  const go = (step: 1 | -1) => {
    const next = neighborChat(
      client,
      screen.userId,
      { unstored: runner.turns.unstored(), operations },
      screen.chatId,
      step,
    );
    if (next) screen.onSelect(next.chatId, next.isOptimistic);
  };
  const actions: ShortcutActions = {
    focusInput: () => {
      const input = screen.input.current;
      const wasThere = document.activeElement === input;
      input?.focus();
      // If the input already has the focus or can't get it, Ctrl+K opens the palette. The button is clicked
      // without being focused, so that the focus later returns to the input.
      if (wasThere || document.activeElement !== input) findControl('palette')?.click();
    },
    newChat: screen.onNewChat,
    previousChat: () => go(-1),
    nextChat: () => go(1),
    find: () => findCommand()?.run(),
    copyReply: () => {
      const reply = screen.readLastReply();
      if (reply === null) return;
      // The list of messages has loaded it already.
      void loadModule(() => import('../../../lib/memory-lines.ts')).then(({ splitReply }) =>
        copy(splitReply(reply).text),
      );
    },
    export: () => pressControl('export'),
    model: () => pressControl('model'),
    rename: () => pressControl('rename'),
    toggleSidebar: screen.onToggleSidebar,
    help: screen.onHelp,
  };
  useShortcuts(actions);
  useChatCommands(actions, screen.readLastReply);
}

/** Finds the command for searching in the conversation. Undefined if there is no conversation. */
const findCommand = () => availableCommands().find(({ id }) => id === 'find');

/** An open dialog handles all keys. */
const modalSelector = 'dialog[open], [aria-modal="true"]';
/**
 * While they have the focus, menus, pickers and single-line fields (except search fields) also handle all
 * keys.
 */
const keyHandlers = '[role="dialog"], [role="menu"], input:not([type="search"])';
/** In these elements, a character key without a modifier types text. */
const textFieldSelector = 'input, textarea, select';

/**
 * Listens to the keyboard and to the desktop app's menu bar. Keys that another component has handled are
 * ignored.
 */
function useShortcuts(actions: ShortcutActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut || event.defaultPrevented || document.querySelector(modalSelector)) return;
      const isTyped = shortcut.key === '?';
      const busy = isTyped ? `${keyHandlers}, ${textFieldSelector}` : keyHandlers;
      if (event.target instanceof Element && event.target.closest(busy)) return;
      // If there is no conversation, the browser's own search opens.
      if (shortcut.id === 'find' && !findCommand()) return;
      event.preventDefault();
      current.current[shortcut.id]();
    };
    const undoMenu = platform.shell?.onCommand((command) => {
      if (command.kind === 'press' && !document.querySelector(modalSelector))
        current.current[command.command]();
    });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      undoMenu?.();
    };
  }, []);
}

function pressControl(name: ControlName): void {
  const button = findControl(name);
  button?.focus();
  button?.click();
}
