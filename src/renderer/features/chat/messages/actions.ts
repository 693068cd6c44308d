import { createContext, useContext } from 'react';
import type { ChatModel } from '../turn/live-turn.ts';

/** Actions for a stored message. */
export interface MessageActions {
  /** True while a reply is arriving. Messages can't be changed then. */
  readonly isBusy: boolean;
  /**
   * Sends an edited message as another version, and moves the focus to the input. If sending fails, the text
   * is moved to the input too.
   */
  readonly edit: (messageId: string, text: string) => Promise<void>;
  readonly regenerate: (replyId: string, model?: ChatModel) => Promise<void>;
  /** Shows all replies to the same message side by side, and lets the user request more. */
  readonly compare: (replyId: string) => Promise<void>;
  readonly resume: (replyId: string) => Promise<void>;
  readonly showVersion: (messageId: string) => Promise<void>;
  /** Copies the branch up to a message to a new chat. With `since`, the copy starts at that message. */
  readonly fork: (messageId: string, since?: string) => Promise<void>;
  /**
   * Deletes a message and all messages after it, once the user has confirmed. Returns whether they were
   * deleted.
   */
  readonly remove: (messageId: string) => Promise<boolean>;
}

/** Null in a temporary chat, whose messages can't be changed. */
export const MessageActionsContext = createContext<MessageActions | null>(null);

export const useMessageActions = (): MessageActions | null => useContext(MessageActionsContext);
