import type { QueryClient } from '@tanstack/react-query';
import { preventReload } from '../../lib/reload-safety.ts';
import { readAccessToken } from '../../lib/supabase.ts';
import { storedDraftsOf } from '../../lib/storage.ts';
import { addSignOutQuestion } from '../../lib/question.ts';
import { outboxKeys, readStored, writeStored } from '../../lib/storage.ts';
import { onSupabase } from '../../lib/supabase.ts';
import { showToast } from '../../lib/toast.ts';
import { platform } from '../../platform/index.ts';
import type { Message } from './chat.ts';
import { Drafts, newChatDraft } from './drafts.ts';
import { addMessages, findListedChat, putChatFirst } from './data/cache.ts';
import { deleteChat, insertChat } from './data/chats.ts';
import { insertMessageOnLeave, insertMessages } from './data/messages.ts';
import { chatQueries } from './data/queries.ts';
import type { ChatEngine } from './chat-context.ts';
import { chatToasts, signOutQuestion, temporaryTexts } from './texts.ts';
import { DeletedChats } from './data/deleted-chats.ts';
import { readContext } from './turn/context.ts';
import { createTemporaryChat, createTemporarySlot } from './temporary/temporary-chat.ts';
import { FailureCount } from './turn/failure-count.ts';
import { isBusy, type LiveTurn } from './turn/live-turn.ts';
import { recoverReplies } from './turn/recover.ts';
import { Outbox } from './turn/outbox.ts';
import { createReplyMirror } from './turn/reply-mirror.ts';
import { requireUser } from './turn/require-user.ts';
import { TurnRunner } from './turn/turn-runner.ts';

let current: ChatEngine | null = null;

/** The engine of the signed-in user. The engine of another user is disposed first. */
export function chatEngineOf(userId: string, client: QueryClient): ChatEngine {
  if (current?.userId === userId) return current;
  current?.dispose();
  current = createChatEngine(userId, client);
  return current;
}

function createChatEngine(userId: string, client: QueryClient): ChatEngine {
  const mirror = createReplyMirror();
  const drafts = new Drafts(storedDraftsOf(userId));
  const runner = new TurnRunner(userId, {
    insertChat: async (chat) => {
      await requireUser(userId);
      await insertChat(chat);
    },
    deleteChat,
    insertMessages: async (messages) => {
      await requireUser(userId);
      return insertMessages(messages);
    },
    insertMessageOnLeave,
    completeChat: platform.completeChat,
    readAccessToken,
    readContext: (turn, model) => readContext(client, turn, model),
    mirror,
    onQueued: (turn, model) => outbox.add(turn, model),
    onExpired: (turn) => drafts.restore(draftKeyOf(turn), turn.typed),
    onStored: (turn, rows) => {
      // Text typed while the chat was being created belongs to that chat.
      const isCreated = !turn.isChatStored && runner.turns.unread.isShown(turn.chatId);
      if (isCreated) drafts.move(newChatDraft, turn.chatId);
      rememberStored(client, userId, turn, rows);
      if (rows.some(({ role }) => role === 'assistant')) platform.shell?.notifyReply(turn.chatId, turn.title);
    },
  });
  const outbox: Outbox = new Outbox({
    runner,
    storage: {
      read: () => outboxKeys.list(userId).flatMap((key) => readStored(key) ?? []),
      write: (messageId, entry) => writeStored(outboxKeys.of(userId, messageId), entry),
    },
    onRefused: (turn, { message, text, isChatGone }) => {
      drafts.restore(isChatGone ? newChatDraft : draftKeyOf(turn), text);
      showToast(chatToasts.refused(message));
    },
    onCancelled: (turn) => drafts.restore(draftKeyOf(turn), turn.typed),
  });
  const temporary = createTemporarySlot(() =>
    createTemporaryChat(userId, {
      completeChat: platform.completeChat,
      readAccessToken,
      readDefaultPrompt: () => client.fetchQuery(chatQueries.defaultSystemPrompt()),
    }),
  );
  const removeQuestion = addSignOutQuestion(() => {
    if (temporary.get()?.hasText()) return temporaryTexts.signOutQuestion;
    return outbox.isEmpty ? null : signOutQuestion;
  });
  const allowReload = preventReload(
    () =>
      temporary.get()?.hasText() === true ||
      [...runner.turns.all().values()].some(({ phase }) => isBusy(phase) || phase === 'unsaved'),
  );
  const leave = () => {
    const unstored = [...runner.turns.all().values()].filter(
      ({ isMessageStored, messageId }) => !isMessageStored && !outbox.has(messageId),
    );
    drafts.flush(unstored.map((turn) => ({ key: draftKeyOf(turn), text: turn.typed })));
    runner.leave();
  };
  const writeDrafts = () => drafts.flush();
  const resume = () => {
    void runner.saveReplies();
    void outbox.send();
  };
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', writeDrafts);
  window.addEventListener('online', resume);
  const engine: ChatEngine = {
    userId,
    runner,
    drafts,
    failures: new FailureCount(),
    deleted: new DeletedChats(),
    temporary,
    outbox,
    async recover() {
      void outbox.restore();
      const rows = await recoverReplies(userId, mirror, insertMessages, Date.now());
      for (const row of rows) addMessages(client, row.chatId, [row]);
    },
    dispose() {
      stopFollowing();
      removeQuestion();
      allowReload();
      temporary.end();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', writeDrafts);
      window.removeEventListener('online', resume);
      outbox.dispose();
      drafts.dispose();
      runner.dispose();
      engine.deleted.clear();
      if (current === engine) current = null;
    },
  };
  const stopFollowing = onSignedOut(() => engine.dispose());
  return engine;
}

/** The draft that the text of a failed turn returns to. */
function draftKeyOf({ action, isChatStored, chatId }: LiveTurn): string {
  return action?.draftKey ?? (isChatStored ? chatId : newChatDraft);
}

/** Adds stored rows to the cache, so that they need not be requested. */
function rememberStored(client: QueryClient, userId: string, turn: LiveTurn, rows: readonly Message[]): void {
  const changedAt = rows.at(-1)?.createdAt ?? new Date().toISOString();
  const listed = findListedChat(client, userId, turn.chatId);
  addMessages(client, turn.chatId, rows, !turn.isChatStored);
  putChatFirst(client, userId, {
    id: turn.chatId,
    title: listed?.title ?? turn.title,
    createdAt: listed?.createdAt ?? changedAt,
    updatedAt: changedAt,
    pinnedAt: listed?.pinnedAt ?? null,
  });
}

function onSignedOut(listener: () => void): () => void {
  let stopEvents = () => {};
  const stopClient = onSupabase((client) => {
    const { data } = client.auth.onAuthStateChange((event) => {
      if (event === 'SIGNED_OUT') listener();
    });
    stopEvents = () => data.subscription.unsubscribe();
  });
  return () => {
    stopEvents();
    stopClient();
  };
}
