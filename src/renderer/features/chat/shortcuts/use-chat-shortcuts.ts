import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useClipboard } from '../../../components/markdown/use-clipboard.ts';
import { useChatEngine } from '../chat-context.ts';
import { useChatCommands } from '../palette/use-chat-commands.ts';
import { neighbourChat } from '../sidebar/chat-order.ts';
import { chatTexts } from '../texts.ts';
import { findControl, pressControl, type ShortcutActions, useShortcuts } from './use-shortcuts.ts';

interface ChatShortcuts {
  readonly userId: string;
  readonly chatId: string;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** Null if there is no reply on screen. */
  readonly readLastReply: () => string | null;
  readonly onNewChat: () => void;
  readonly onSelect: (chatId: string, isOptimistic: boolean) => void;
  readonly onToggleSidebar: () => void;
  readonly onHelp: () => void;
}

/** The chat's keyboard shortcuts and commands [CHAT-020, CHAT-073, DESK-017]. */
export function useChatShortcuts(screen: ChatShortcuts): void {
  const client = useQueryClient();
  const { runner } = useChatEngine();
  const { copy } = useClipboard(chatTexts.messageCopied);
  const go = (step: 1 | -1) => {
    const next = neighbourChat(client, screen.userId, runner.turns.unstored(), screen.chatId, step);
    if (next) screen.onSelect(next.chatId, next.isOptimistic);
  };
  const actions: ShortcutActions = {
    focusInput: () => {
      const input = screen.input.current;
      const wasThere = document.activeElement === input;
      input?.focus();
      // The input already has the focus or cannot get it: open the palette. Clicked without focus, so that the
      // focus returns to the input.
      if (wasThere || document.activeElement !== input) findControl('palette')?.click();
    },
    newChat: screen.onNewChat,
    previousChat: () => go(-1),
    nextChat: () => go(1),
    copyReply: () => {
      const reply = screen.readLastReply();
      if (reply !== null) void copy(reply);
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
