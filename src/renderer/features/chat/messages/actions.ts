import { createContext, useContext } from 'react';
import type { ChatModel } from '../turn/live-turn.ts';

export interface MessageActions {
  /** True while a reply is arriving. Messages can't be changed then. */
  readonly isBusy: boolean;
  /**
   * Sends an edited message as another version, and moves the focus to the input. If sending fails, the text
   * is moved to the input too.
   */
  readonly edit: (messageId: string, text: string) => Promise<void>;
  readonly regenerate: (replyId: string, model?: ChatModel) => Promise<void>;
  /** Returns the name of the persona that the user picked for the message before the reply. Null if there is none. */
  readonly personaOf: (replyId: string) => string | null;
  /**
   * Shows all replies to the same message side by side, and lets the user request more. Null in a temporary
   * chat.
   */
  readonly compare: ((replyId: string) => Promise<void>) | null;
  readonly resume: (replyId: string) => Promise<void>;
  readonly showVersion: (messageId: string) => Promise<void>;
  /**
   * Copies the branch up to a message to a new chat. With `since`, the copy starts at that message. Null in a
   * temporary chat, whose messages are never stored.
   */
  readonly fork: ((messageId: string, since?: string) => Promise<void>) | null;
  /**
   * Deletes a message and all messages after it, once the user has confirmed. Returns whether they were
   * deleted.
   */
  readonly remove: (messageId: string) => Promise<boolean>;
}

/** Null outside of a conversation, where messages can only be read. */
export const MessageActionsContext = createContext<MessageActions | null>(null);

export const useMessageActions = (): MessageActions | null => useContext(MessageActionsContext);
