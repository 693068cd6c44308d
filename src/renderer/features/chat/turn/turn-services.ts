import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import type { InstructionSource } from '../../../../shared/domain/compose-prompt.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenFiles } from '../attachments/chat-files.ts';
import type { ChatSettings, Message } from '../chat.ts';
import type { NewChat } from '../data/chats.ts';
import type { NewMessage } from '../data/messages.ts';
import type { ContextReading } from './context-reading.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';
import type { RunningReplies } from '../marks/running-replies.ts';
import type { SendOperation } from '../outbox/operation.ts';
import type { UnrequestedReplies } from '../outbox/unrequested.ts';
import type { TurnOutcome } from './sending.ts';

export interface ReplyContext {
  readonly messages: readonly CompletionMessage[];
  /** True if some content did not fit. */
  readonly isCut: boolean;
  /** The instructions in the system prompt besides those of the chat. */
  readonly instructions: readonly InstructionSource[];
}

export interface TurnServices extends Pick<Platform, 'completeChat' | 'resumeReply' | 'stopReply'> {
  /** Stores a new chat and resolves with its project, which is null if it was deleted meanwhile. */
  readonly insertChat: (chat: NewChat) => Promise<string | null>;
  /**
   * Adds the defaults of the project to the message of a new chat that was sent before they had loaded, and to its turn.
   */
  readonly addDefaults: (operation: SendOperation) => Promise<SendOperation>;
  readonly deleteEmptyChat: (chatId: string) => Promise<void>;
  readonly insertMessages: (messages: readonly NewMessage[]) => Promise<Message[]>;
  /** Deletes a message whose files were refused. */
  readonly deleteMessage: (messageId: string) => Promise<void>;
  readonly files: OpenFiles;
  readonly readAccessToken: () => Promise<string>;
  readonly running: RunningReplies;
  readonly unrequested: Pick<UnrequestedReplies, 'add' | 'remove'>;
  readonly readSettings: (turn: LiveTurn) => Promise<ChatSettings>;
  /** Reads the model's context: the system prompt and the newest messages that fit. */
  readonly readContext: (
    turn: LiveTurn,
    model: ChatModel,
    settings: ChatSettings,
    reading: ContextReading,
  ) => Promise<ReplyContext>;
  /** Called with newly stored rows, for the cache. */
  readonly onStored: (turn: LiveTurn, rows: readonly Message[]) => void;
  readonly onEnded: (turn: LiveTurn, outcome: TurnOutcome) => void;
  /** Called if a message could not be stored in time [CHAT-063], so that its text is restored to the draft. */
  readonly onExpired: (turn: LiveTurn) => void;
  readonly now?: () => number;
}
