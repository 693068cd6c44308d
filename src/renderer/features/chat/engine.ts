import type { QueryClient } from '@tanstack/react-query';
import { untitled } from '../../../shared/domain/title.ts';
import { requestAppStart } from '../../lib/app-start.ts';
import { readReply } from '../../lib/history-fetch.ts';
import { preventReload } from '../../lib/reload-safety.ts';
import { connection } from '../../lib/service-connection.ts';
import { readAccessToken } from '../../lib/supabase.ts';
import { storedDraftsOf } from '../../lib/unsent.ts';
import { showToast } from '../../lib/toast.ts';
import { addSignOutQuestion } from '../../lib/confirmation.ts';
import { refreshUsage } from '../../lib/usage.ts';
import { platform } from '../../platform/index.ts';
import { loadModule } from '../../lib/load-module.ts';
import { AttachingFiles } from './attachments/attaching.ts';
import { addDraftFiles, takeDraftFiles } from './attachments/draft-files.ts';
import { filesOnDemand } from './attachments/files-on-demand.ts';
import {
  newChatModel,
  oneTimeModelOf,
  oneTimeParametersOf,
  restoreDraft,
  writeDraftModel,
} from './draft-models.ts';
import { writeDraftParameters } from './draft-parameters.ts';
import { Drafts, newChatDraft } from './drafts.ts';
import { cacheStored } from './cache-stored.ts';
import { findListedChat, replaceBranchEnd } from './data/cache.ts';
import { deleteEmptyChat, insertChat } from './data/chats.ts';
import { deleteVersion, insertMessages, listMessages } from './data/messages.ts';
import { chatQueries } from './data/queries.ts';
import type { ChatEngine } from './chat-context.ts';
import { chatLimits } from './constants.ts';
import { temporaryTexts } from './temporary/texts.ts';
import { chatToasts, signOutQuestion } from './texts.ts';
import { UndoableChanges } from './data/undoable-changes.ts';
import { ChatChanges } from './outbox/chat-changes.ts';
import { applyConfirmed } from './outbox/execute.ts';
import { LibraryChanges } from './outbox/library/library-changes.ts';
import type { SendOperation } from './outbox/operation.ts';
import { Outbox } from './outbox/outbox.ts';
import { requestReplies } from './outbox/request-replies.ts';
import { outboxTexts } from './outbox/texts.ts';
import { onSignedOut } from './on-signed-out.ts';
import { UnrequestedReplies } from './outbox/unrequested.ts';
import { storesOf } from './store/stores.ts';
import { AccountDatabase } from './store/database.ts';
import { startMirror } from './store/mirror.ts';
import { restoreChats } from './store/restore.ts';
import { storeToasts } from './store/texts.ts';
import { readContext, temporaryPrompt } from './turn/load-context.ts';
import { createTemporarySlot } from './temporary/temporary-slot.ts';
import { storeFailure } from './turn/failed-replies.ts';
import { FailureCount } from './turn/failure-count.ts';
import { isBusy, isJoined } from './turn/live-turn.ts';
import { MessageQueue } from './outbox/message-queue.ts';
import { draftKeyOf, reportOutcome } from './turn/report-outcome.ts';
import { requireUser } from './turn/require-user.ts';
import { type RunningReply, RunningReplies } from './marks/running-replies.ts';
import { UnreadChats } from './marks/unread.ts';
import { TurnRunner } from './turn/turn-runner.ts';

let current: ChatEngine | null = null;

export const disposeChatEngine = (): void => current?.dispose();

/** Returns the engine of the signed-in user, after disposing the previous user's engine. */
export function chatEngineOf(userId: string, client: QueryClient): ChatEngine {
  if (current?.userId === userId) return current;
  current?.dispose();
  current = createChatEngine(userId, client);
  return current;
}

function createChatEngine(userId: string, client: QueryClient): ChatEngine {
  requestAppStart(userId, { chats: chatLimits.chatsPerPage, pinned: chatLimits.pinnedChats });
  const database = new AccountDatabase(userId, (problem) => showToast(storeToasts[problem]));
  const { ChatStore, OperationStore } = storesOf(userId);
  const store = new ChatStore(database);
  const stopMirror = startMirror(client, userId, store);
  const drafts = new Drafts(storedDraftsOf(userId));
  const attaching = new AttachingFiles();
  const { files, closeFiles } = filesOnDemand(async () =>
    (await loadModule(() => import('./attachments/device/account-files.ts'))).openAccountFiles(userId),
  );
  const failures = new FailureCount();
  const unread = new UnreadChats();
  const announce = (chatId: string, title: string) => {
    unread.mark(chatId);
    platform.shell?.notifyReply({ userId, chatId, title });
  };
  const running = new RunningReplies((reply) => {
    // Messages may have waited for this reply, even if another device requested it.
    void outbox.run();
    // A reply that this page reads is announced when it is stored.
    if (runner.reads(reply.chatId, reply.id)) return;
    // If this fails, the reply is loaded when the chat is opened.
    void loadEnd(reply).catch(() => {});
  });
  const loadEnd = async ({ id, chatId }: RunningReply) => {
    const end = await listMessages(chatId, null);
    const reply = end.find((row) => row.id === id);
    if (!reply) return;
    replaceBranchEnd(client, chatId, end);
    // A reply that the user stopped on another device is not new to them.
    if (reply.end === 'stopped') return;
    announce(chatId, findListedChat(client, userId, chatId)?.title ?? untitled);
  };
  const unrequested = new UnrequestedReplies(userId);
  const runner = new TurnRunner(userId, {
    insertChat: async (chat) => {
      await requireUser(userId);
      const projectId = await insertChat(chat);
      if (projectId !== chat.projectId) showToast(chatToasts.projectGone);
      return projectId;
    },
    addDefaults: (operation) => addDefaults(operation),
    deleteEmptyChat,
    deleteMessage: deleteVersion,
    files,
    insertMessages: (messages) => requireUser(userId).then(() => insertMessages(messages)),
    completeChat: readReply(platform.completeChat),
    resumeReply: readReply(platform.resumeReply),
    stopReply: platform.stopReply,
    readAccessToken,
    readSettings: (turn) => changes.settingsOf(turn),
    readContext: (...given) => readContext({ client, userId, store, files }, ...given),
    running,
    unrequested,
    onEnded: (turn, outcome) => {
      refreshUsage(client);
      if (turn.isBeside) return;
      storeFailure(userId, turn, outcome);
      const isShown = unread.isShown(turn.chatId);
      if (!isJoined(turn)) reportOutcome({ drafts, failures, isShown }, turn, outcome);
      queue.onEnded(turn.chatId, outcome);
    },
    onExpired: (turn) => {
      outbox.cancel(turn.messageId);
      restoreDraft(drafts, draftKeyOf(turn), turn);
    },
    onStored: (turn, rows) => {
      // Text typed while the chat was being created now belongs to that chat.
      const isCreated = !turn.isChatStored && unread.isShown(turn.chatId);
      if (isCreated) {
        drafts.move(newChatDraft, turn.chatId);
        for (const keyOf of [oneTimeModelOf, oneTimeParametersOf])
          drafts.move(keyOf(newChatDraft), keyOf(turn.chatId));
        addDraftFiles(drafts, turn.chatId, takeDraftFiles(drafts, newChatDraft));
        attaching.move(newChatDraft, turn.chatId);
      }
      if (!turn.isChatStored) {
        writeDraftModel(drafts, newChatModel, null);
        writeDraftParameters(drafts, newChatDraft, null);
      }
      cacheStored(client, userId, turn, rows);
      // A realtime event may have loaded the message before its files were stored.
      if (turn.files) void client.invalidateQueries({ queryKey: chatQueries.messages(turn.chatId).queryKey });
      // In a comparison, only the reply that ends last is announced.
      const isLast = !runner.isBusyBeside(turn);
      if (isLast && rows.some(({ role }) => role === 'assistant')) announce(turn.chatId, turn.title);
    },
  });
  const undoable = new UndoableChanges();
  const addDefaults = async (operation: SendOperation) => {
    if (!operation.awaitsPersona) return operation;
    try {
      const { addProjectDefaults } = await loadModule(() => import('./turn/project-defaults.ts'));
      return await addProjectDefaults({ client, userId, store, outbox, runner }, operation);
    } catch {
      return operation;
    }
  };
  const library = new LibraryChanges(client, userId, store);
  const outbox: Outbox = new Outbox({
    userId,
    store: new OperationStore(userId, database),
    execute: async (operation) => {
      if (operation.kind === 'library') return library.execute(operation);
      if (operation.kind !== 'send') return changes.execute(operation);
      return runner.deliver(await addDefaults(operation));
    },
    onEnd: (operation, end, context) => {
      const { isHere, isAwaited } = context;
      if (operation.kind === 'library') return library.end(operation, end, context);
      if (operation.kind === 'send') {
        refreshUsage(client);
        return queue.onDelivered(operation, end, isHere);
      }
      if (end === 'done') applyConfirmed(client, userId, store, operation);
      if (end === 'done' && operation.kind === 'delete') runner.end(operation.chatId);
      if (typeof end !== 'string' && isHere && !isAwaited)
        showToast(chatToasts.refused({ message: end.refused }));
    },
  });
  const disconnectLibrary = library.connect(outbox);
  const changes = new ChatChanges({ client, userId, outbox, undoable });
  const queue = new MessageQueue({ outbox, runner, drafts, isShown: (chatId) => unread.isShown(chatId) });
  const disposal = new AbortController();
  const temporary = createTemporarySlot(async () => {
    const { createTemporaryChat } = await loadModule(() => import('./temporary/temporary-chat.ts'));
    return createTemporaryChat(userId, {
      completeChat: platform.completeChat,
      readAccessToken,
      readPrompt: (chat, usesAccount) => temporaryPrompt(client, userId, chat, usesAccount),
      onEnded: () => refreshUsage(client),
    });
  });
  const removeQuestion = addSignOutQuestion(() => {
    if (temporary.get()?.hasText()) return temporaryTexts.signOutQuestion;
    if (outbox.all().some(({ kind }) => kind === 'send')) return signOutQuestion;
    return outbox.all().length > 0 ? outboxTexts.signOut : null;
  });
  const allowReload = preventReload(
    () =>
      temporary.get()?.hasText() === true ||
      runner.all().some(({ turns }) => [...turns.all().values()].some(({ phase }) => isBusy(phase))),
  );
  const leave = () => {
    const waitingIds = new Set(outbox.all().map(({ id }) => id));
    // Messages of quick actions are not in the outbox.
    const unstored = [...runner.turns.all().values()].filter(
      ({ isMessageStored, messageId }) => !isMessageStored && !waitingIds.has(messageId),
    );
    drafts.flush(unstored.map((turn) => ({ key: draftKeyOf(turn), text: turn.typed })));
  };
  const writeDrafts = () => drafts.flush();
  const resume = () => {
    outbox.retry();
    void requestReplies(unrequested, runner).catch(() => {});
  };
  const stopConnection = connection.subscribe(() => connection.get() === 'online' && resume());
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', writeDrafts);
  window.addEventListener('online', resume);
  const engine: ChatEngine = {
    userId,
    runner,
    drafts,
    attaching,
    files,
    failures,
    undoable,
    store,
    changes,
    versions: changes,
    temporary,
    outbox,
    queue,
    running,
    unread,
    disposeSignal: disposal.signal,
    async recover() {
      void restoreChats(client, userId, store);
      await outbox.restore();
      // If there is no connection, the requests are retried once it is back.
      await requestReplies(unrequested, runner).catch(() => {});
    },
    dispose() {
      stopFollowing();
      removeQuestion();
      allowReload();
      temporary.end();
      disposal.abort();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', writeDrafts);
      window.removeEventListener('online', resume);
      stopConnection();
      stopMirror();
      disconnectLibrary();
      outbox.dispose();
      database.close();
      attaching.dispose();
      closeFiles();
      drafts.dispose();
      runner.endAll();
      undoable.clear();
      if (current === engine) current = null;
    },
  };
  const stopFollowing = onSignedOut(() => engine.dispose());
  return engine;
}
