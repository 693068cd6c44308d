import type { QueryClient } from '@tanstack/react-query';
import { showToast } from '../../../lib/toast.ts';
import type { ChatEngine } from '../chat-context.ts';
import { findCachedChat } from '../data/cache.ts';
import { chatQueries } from '../data/queries.ts';
import { chatsWith } from '../outbox/overlay.ts';
import type { Chat } from '../chat.ts';
import { projectToasts } from './texts.ts';

/** Returns the chat with the user's unconfirmed changes. Null if it can't be loaded. */
export async function readChat(
  engine: ChatEngine,
  client: QueryClient,
  chatId: string,
): Promise<Chat | null> {
  const { userId, outbox } = engine;
  const chat =
    findCachedChat(client, userId, chatId) ??
    (await client.fetchQuery(chatQueries.one(chatId)).catch(() => null));
  return (chat && chatsWith([chat], outbox.all())[0]) ?? null;
}

/** Moves a chat to a project. Null moves it out of its project. The user can undo this. */
export async function moveChat(
  engine: ChatEngine,
  client: QueryClient,
  chatId: string,
  projectId: string | null,
): Promise<void> {
  const { changes, undoable } = engine;
  const chat = await readChat(engine, client, chatId);
  if (!chat) return showToast(projectToasts.chatNotLoaded);
  if (!changes || chat.projectId === projectId) return;
  const { title, projectId: before } = chat;
  const move = (id: string | null) =>
    changes.add({ kind: 'move', chatId, projectId: id }, { failed: projectToasts.moveFailed });
  const undo = async () => void (await move(before));
  undoable.add({ actionId: crypto.randomUUID(), kind: 'moved' }, { chatId, title, wasOpen: false, undo });
  const end = await move(projectId);
  if (typeof end !== 'string') undoable.forgetChat(chatId);
}
