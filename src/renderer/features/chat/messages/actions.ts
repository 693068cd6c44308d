import { createContext, useContext } from 'react';

/** What can be done with the messages of a chat, besides reading and copying. Messages are named by their ids. */
export interface MessageActions {
  /** True while a reply is on its way: no message may change then. */
  readonly isBusy: boolean;
  /** Sends a changed message as another version. What cannot be sent goes to the chat's draft. */
  readonly edit: (messageId: string, text: string) => Promise<void>;
  /** Asks for another version of a reply. */
  readonly regenerate: (replyId: string) => Promise<void>;
  /** Asks for the rest of a cut reply. */
  readonly resume: (replyId: string) => Promise<void>;
  readonly showVersion: (messageId: string) => Promise<void>;
  readonly fork: (messageId: string) => Promise<void>;
  /** Deletes a message with what follows it, after asking. True when it is gone. */
  readonly remove: (messageId: string) => Promise<boolean>;
}

/** Null where messages are not stored: a temporary chat has neither versions nor copies. */
export const MessageActionsContext = createContext<MessageActions | null>(null);

export const useMessageActions = (): MessageActions | null => useContext(MessageActionsContext);
