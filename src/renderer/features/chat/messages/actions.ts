import { createContext, useContext } from 'react';
import type { ChatModel } from '../turn/live-turn.ts';

/** Actions for stored messages, by message id. */
export interface MessageActions {
  /** True while a reply is arriving, when messages can't be changed. */
  readonly isBusy: boolean;
  /**
   * Sends an edited message as another version. The focus moves to the input; if sending fails, the text does
   * too.
   */
  readonly edit: (messageId: string, text: string) => Promise<void>;
  readonly regenerate: (replyId: string, model?: ChatModel) => Promise<void>;
  /** Compares all replies to the same message, and lets more models reply. */
  readonly compare: (replyId: string) => Promise<void>;
  readonly resume: (replyId: string) => Promise<void>;
  readonly showVersion: (messageId: string) => Promise<void>;
  /** Copies the branch up to a message, optionally from an earlier message on, to a new chat. */
  readonly fork: (messageId: string, since?: string) => Promise<void>;
  /** Deletes a message and all that follow it, after a confirmation. Returns whether it was deleted. */
  readonly remove: (messageId: string) => Promise<boolean>;
}

/** Null in a temporary chat, which has no versions. */
export const MessageActionsContext = createContext<MessageActions | null>(null);

export const useMessageActions = (): MessageActions | null => useContext(MessageActionsContext);
