import type { Snapshot } from '../../../../shared/sharing/snapshot.ts';
import { sharedChatTexts } from '../../../components/shared-chat/texts.ts';
import type { PortableChat, PortableMessage } from '../../../lib/portable-chat.ts';
import { StoreError } from '../data/store-error.ts';
import { batchesOf } from './batches.ts';
import { importChats } from './import-chats.ts';
import { importSharedTexts as refusals } from './import-shared-texts.ts';
import { sendImport } from './read-chats.ts';

/** The message is for the user. */
export class ContinueError extends Error {
  override readonly name = 'ContinueError';
}

/**
 * Stores a shared chat as a new chat of the signed-in user.
 *
 * @param id the new chat's id. Storing it again has no effect
 * @throws ContinueError if the service refuses
 */
export async function importSharedChat(snapshot: Snapshot, id: string): Promise<void> {
  const chat = toPortable(snapshot, id, new Date());
  const source = {
    count: 1,
    batches: () =>
      batchesOf({
        async *chats() {
          yield chat;
        },
      }),
  };
  try {
    const { imported, present, overLimit } = await importChats(
      source,
      sendImport,
      () => undefined,
      new AbortController().signal,
    );
    if (overLimit > 0) throw new ContinueError(refusals.overLimit);
    if (imported + present === 0) throw new Error('The service refused the chat.');
  } catch (error) {
    if (error instanceof StoreError && error.code === 'refused') throw new ContinueError(error.message);
    throw error;
  }
}

export function toPortable({ title, messages }: Snapshot, id: string, now: Date): PortableChat {
  const timeOfMessage = (index: number) => new Date(now.getTime() - messages.length + index).toISOString();
  const ids = messages.map(() => crypto.randomUUID());
  return {
    id,
    title,
    createdAt: timeOfMessage(0),
    updatedAt: now.toISOString(),
    pinnedAt: null,
    archivedAt: null,
    activeMessageId: ids.at(-1) ?? null,
    modelId: null,
    vendorId: null,
    parameters: null,
    messages: messages.map(({ role, text, modelId, omitted }, index): PortableMessage => {
      const note = omitted === undefined ? [] : [`*${sharedChatTexts.omitted({ count: omitted })}*`];
      return {
        id: ids[index] ?? '',
        parentId: ids[index - 1] ?? null,
        role,
        content: [...(text === '' ? [] : [text]), ...note].join('\n\n'),
        status: 'complete',
        modelId: modelId ?? null,
        vendorId: null,
        unavailableVendor: null,
        contentFormat: 'plain',
        createdAt: timeOfMessage(index),
      };
    }),
  };
}
