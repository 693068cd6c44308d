import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Message } from '../chat.ts';
import type { NewMessage } from '../data/messages.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';
import type { ReplyMirror } from './reply-mirror.ts';

/** The functions that a turn depends on. */
export interface TurnServices {
  readonly insertChat: (chat: { id: string; userId: string; title: string }) => Promise<void>;
  readonly deleteChat: (chatId: string) => Promise<void>;
  readonly insertMessages: (messages: readonly NewMessage[]) => Promise<Message[]>;
  readonly insertMessageOnLeave: (message: NewMessage, accessToken: string) => Promise<void>;
  readonly completeChat: Platform['completeChat'];
  readonly readAccessToken: () => Promise<string>;
  /** What is sent to the model: the system prompt and the newest messages that fit the model. */
  readonly readContext: (
    turn: LiveTurn,
    model: ChatModel,
  ) => Promise<{ messages: readonly CompletionMessage[]; isCut: boolean }>;
  readonly mirror: ReplyMirror;
  /** Called with newly stored rows, for the cache. */
  readonly onStored: (turn: LiveTurn, rows: readonly Message[]) => void;
  /** Called if there is no connection or no model yet: the message waits for a retry. */
  readonly onQueued: (turn: LiveTurn, model: ChatModel | null) => void;
  /** Called if a chat could not be stored in time: its text returns to the draft [CHAT-063]. */
  readonly onExpired: (turn: LiveTurn) => void;
  readonly now?: () => number;
}
