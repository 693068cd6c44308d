import type { TablerIcon } from '@tabler/icons-react';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { AttachingFiles } from './attachments/attaching.ts';
import type { OpenFiles } from './attachments/chat-files.ts';
import type { Message } from './chat.ts';
import type { UndoableChanges } from './data/undoable-changes.ts';
import type { Drafts } from './drafts.ts';
import type { ChatChanges } from './outbox/chat-changes.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { ChatStore } from './store/chat-store.ts';
import type { FailureCount } from './turn/failure-count.ts';
import type { ChatModel } from './turn/live-turn.ts';
import type { MessageQueue } from './outbox/message-queue.ts';
import type { RunningReplies } from './marks/running-replies.ts';
import type { UnreadChats } from './marks/unread.ts';
import type { TurnAction } from './turn/turn-action.ts';
import type { TurnRunner } from './turn/turn-runner.ts';

/**
 * The chat's state and services outside of React. They outlive the chat screen, so that replies continue
 * while the user visits other pages.
 */
export interface ChatEngine {
  readonly userId: string;
  readonly runner: TurnRunner;
  readonly drafts: Drafts;
  readonly attaching: AttachingFiles;
  readonly files: OpenFiles;
  readonly failures: FailureCount;
  readonly undoable: UndoableChanges;
  /** This device's copy of the chats. Null in a temporary chat, which is never written to disk. */
  readonly store: ChatStore | null;
  readonly changes: ChatChanges | null;
  readonly versions: Pick<ChatChanges, 'showVersion' | 'deleteVersion'>;
  readonly outbox: Outbox;
  readonly queue: MessageQueue;
  /** The slot for a temporary chat. Null in the temporary chat itself. */
  readonly temporary: TemporarySlot | null;
  readonly running: RunningReplies;
  readonly unread: UnreadChats;
  readonly disposeSignal: AbortSignal;
  /**
   * Shows the chats on this device. Then sends the messages and requests the replies that were pending when an earlier
   * page was closed.
   */
  readonly recover: () => Promise<void>;
  readonly dispose: () => void;
}

/** A chat in this window's memory. It is never written to the database or to disk. */
export interface TemporaryChat {
  readonly id: string;
  /** The screen uses this engine instead of the user's own. */
  readonly engine: ChatEngine;
  /** Returns the same array until a message is added. */
  readonly rows: () => readonly Message[];
  readonly subscribe: (listener: () => void) => () => void;
  /** True if ending the chat would lose text. */
  readonly hasText: () => boolean;
}

export interface TemporarySlot {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => TemporaryChat | null;
  /** True while the code loads. There is no input then, because text typed there would be saved. */
  readonly isOpening: () => boolean;
  /** Resolves when the chat is open, or when an error is shown because it can't be opened. */
  readonly begin: () => Promise<void>;
  readonly end: () => void;
}

export interface ChatScreenProps {
  /** The selected model. Null while the list of models loads. */
  readonly model: ChatModel | null;
  /** True for a moment after the user selects another model [MODEL-038]. */
  readonly hasModelChanged?: boolean;
  /** The models that the user can choose for another reply. */
  readonly models?: readonly ChatModel[];
  readonly nameOfModel: (modelId: string) => string;
  readonly modelPicker: ReactNode;
  readonly QuickActions: ComponentType<QuickActionSlot>;
  readonly AccountMenu: ComponentType<AccountMenuSlot>;
  /** Opens the dialog for the key that the selected model needs [KEY-014]. Null if no key is missing. */
  readonly askForKey: (() => void) | null;
}

export interface QuickActionSlot {
  readonly isDisabled: boolean;
  readonly drafts: Drafts;
  readonly onAct: (action: TurnAction, text: string) => void;
}

export interface AccountMenuSlot {
  /** A row in the open sidebar, or an icon in the closed one. */
  readonly look: 'row' | 'icon';
  readonly entries: readonly {
    readonly label: string;
    readonly Icon: TablerIcon;
    readonly onSelect: () => void;
  }[];
}

/** The open chat as returned by the service. */
export interface ReturnedChat {
  /** Null if nothing is stored yet. */
  readonly chatId: string | null;
  readonly rows: readonly Message[];
}

/** Adds to the open chat's notice. With encrypted history, it also shows whether messages are missing. */
export const NoticeContext = createContext((_chat: ReturnedChat, notice: ReactNode): ReactNode => notice);
export const EngineContext = createContext<ChatEngine | null>(null);
export const ChatScreenContext = createContext<ChatScreenProps | null>(null);

export const useChatEngine = (): ChatEngine => requireContext(useContext(EngineContext));
export const useChatScreen = (): ChatScreenProps => requireContext(useContext(ChatScreenContext));

function requireContext<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This component must be inside ChatScreen.');
  return value;
}
