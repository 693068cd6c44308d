import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useClipboard } from '../../../components/markdown/use-clipboard.ts';
import { useChatEngine } from '../EngineContext.ts';
import { neighbourChat } from '../sidebar/chat-order.ts';
import { chatTexts } from '../texts.ts';
import { pressControl, useShortcuts } from './use-shortcuts.ts';

interface ChatShortcuts {
  readonly userId: string;
  readonly chatId: string;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** The text of the last reply on screen; null where there is none. */
  readonly readLastReply: () => string | null;
  readonly onNewChat: () => void;
  readonly onSelect: (chatId: string, isOptimistic: boolean) => void;
  readonly onToggleSidebar: () => void;
  readonly onHelp: () => void;
}

/** The keys of the chat screen [CHAT-020, CHAT-073, DESK-017]. */
export function useChatShortcuts(screen: ChatShortcuts): void {
  const client = useQueryClient();
  const { runner } = useChatEngine();
  const { copy } = useClipboard(chatTexts.messageCopied);
  const go = (step: 1 | -1) => {
    const next = neighbourChat(client, screen.userId, runner.turns.unstored(), screen.chatId, step);
    if (next) screen.onSelect(next.chatId, next.isOptimistic);
  };
  useShortcuts({
    focusInput: () => screen.input.current?.focus(),
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
  });
}
