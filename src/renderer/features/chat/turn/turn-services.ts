import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Message } from '../chat.ts';
import type { NewMessage } from '../data/messages.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';
import type { ReplyMirror } from './reply-mirror.ts';

/** What a turn needs from outside. */
export interface TurnServices {
  readonly insertChat: (chat: { id: string; userId: string; title: string }) => Promise<void>;
  readonly deleteChat: (chatId: string) => Promise<void>;
  readonly insertMessages: (messages: readonly NewMessage[]) => Promise<Message[]>;
  readonly insertMessageOnLeave: (message: NewMessage, accessToken: string) => Promise<void>;
  readonly completeChat: Platform['completeChat'];
  readonly readAccessToken: () => Promise<string>;
  /** What goes upstream: the system prompt and the newest messages that fit the model. */
  readonly readContext: (
    turn: LiveTurn,
    model: ChatModel,
  ) => Promise<{ messages: readonly CompletionMessage[]; isCut: boolean }>;
  readonly mirror: ReplyMirror;
  /** Rows that the service has now, for the cache. */
  readonly onStored: (turn: LiveTurn, rows: readonly Message[]) => void;
  /** A message has no connection, or no model yet: it waits until it is tried again. */
  readonly onQueued: (turn: LiveTurn, model: ChatModel | null) => void;
  /** A chat that never reached the service is given up; its text goes back to the draft [CHAT-063]. */
  readonly onExpired: (turn: LiveTurn) => void;
  readonly now?: () => number;
}
