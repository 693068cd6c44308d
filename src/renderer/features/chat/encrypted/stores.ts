import { chatParameters } from '../../../../shared/chats/chat-parameters.ts';
import { attachmentSchema } from '../attachments/attachment.ts';
import type { Chat, Message } from '../chat.ts';
import { OperationStore } from '../outbox/operation-store.ts';
import type { Operation } from '../outbox/operation.ts';
import { ChatStore, type ListedChats } from '../store/chat-store.ts';
import type { plainStores } from '../store/stores.ts';
import { operationsOf } from '../store/rows.ts';
import type { DeviceCipher } from './device-cipher.ts';

/**
 * Creates this device's stores for an account with encrypted history. Their rows contain envelopes instead of texts.
 */
export function createEncryptedStores(cipher: DeviceCipher): typeof plainStores {
  const encryptChat = async (chat: Chat): Promise<Chat> => ({
    ...chat,
    title: await cipher.encrypt('chats', chat.id, { title: chat.title, parameters: chat.parameters }),
    parameters: null,
  });
  const decryptChat = async (chat: Chat): Promise<Chat[]> => {
    const texts = (await cipher.decrypt('chats', chat.id, chat.title)) as Partial<Chat> | undefined;
    if (typeof texts?.title !== 'string') return [];
    return [
      { ...chat, title: texts.title, parameters: chatParameters.safeParse(texts.parameters).data ?? null },
    ];
  };

  /** Messages don't change, so each is encrypted once. */
  const encryptedMessages = new WeakMap<Message, Promise<Message>>();
  const encryptMessage = (message: Message): Promise<Message> => {
    const cached = encryptedMessages.get(message);
    if (cached) return cached;
    const { content, parameters, attachments, ...row } = message;
    const encrypted = cipher
      .encrypt('messages', message.id, { content, parameters, attachments })
      .then((envelope) => ({ ...row, content: envelope }));
    encryptedMessages.set(message, encrypted);
    return encrypted;
  };
  const decryptMessage = async (message: Message): Promise<Message[]> => {
    const texts = (await cipher.decrypt('messages', message.id, message.content)) as
      | Partial<Message>
      | undefined;
    if (typeof texts?.content !== 'string') return [];
    const { data: parameters } = chatParameters.safeParse(texts.parameters);
    const { data: attachments } = attachmentSchema.array().safeParse(texts.attachments);
    return [
      {
        ...message,
        content: texts.content,
        ...(parameters && { parameters }),
        ...(attachments && { attachments }),
      },
    ];
  };
  const decryptAll = async <Row>(
    rows: readonly Row[],
    decrypt: (row: Row) => Promise<Row[]>,
  ): Promise<Row[]> => (await Promise.all(rows.map(decrypt))).flat();

  class EncryptedChatStore extends ChatStore {
    /** Chats for which the service returned fewer messages than this device has. */
    readonly #shortened = new Set<string>();

    override async readChats(): Promise<readonly Chat[]> {
      return decryptAll(await super.readChats(), decryptChat);
    }

    override async readChat(chatId: string): Promise<Chat | null> {
      const chat = await super.readChat(chatId);
      return (chat && (await decryptChat(chat))[0]) ?? null;
    }

    override async writeChats({ chats, changedAfter }: ListedChats): Promise<void> {
      await super.writeChats({ chats: await Promise.all(chats.map(encryptChat)), changedAfter });
    }

    override async putChats(chats: readonly Chat[]): Promise<void> {
      await super.putChats(await Promise.all(chats.map(encryptChat)));
    }

    override async writePinned(pinned: readonly Chat[]): Promise<void> {
      await super.writePinned(await Promise.all(pinned.map(encryptChat)));
    }

    override async readEnd(chatId: string, limit: number): Promise<readonly Message[] | null> {
      const end = await super.readEnd(chatId, limit);
      return end && decryptAll(end, decryptMessage);
    }

    override async readBefore(chatId: string, messageId: string): Promise<readonly Message[]> {
      return decryptAll(await super.readBefore(chatId, messageId), decryptMessage);
    }

    override async readMessages(chatId: string): Promise<readonly Message[]> {
      return decryptAll(await super.readMessages(chatId), decryptMessage);
    }

    override async writeEnd(chatId: string, end: readonly Message[]): Promise<void> {
      const rows = await Promise.all(end.map(encryptMessage));
      // The service may have dropped them, so they stay until the chat is checked.
      if ((await this.tryWriteEnd(chatId, rows, false)) === false) this.#shortened.add(chatId);
      else this.#shortened.delete(chatId);
    }

    override async writeCheckedEnd(chatId: string, end: readonly Message[]): Promise<void> {
      if (!this.#shortened.delete(chatId)) return;
      await super.writeEnd(chatId, await Promise.all(end.map(encryptMessage)));
    }

    override async writeCopy(name: string, value: unknown): Promise<void> {
      await super.writeCopy(name, await cipher.encrypt('meta', name, value));
    }

    override async readCopy(name: string): Promise<unknown> {
      return cipher.decrypt('meta', name, await super.readCopy(name));
    }
  }

  class EncryptedOperationStore extends OperationStore {
    protected override async toRow(operation: Operation): Promise<Operation> {
      const { id } = operation;
      // The database finds rows by their id.
      return { id, envelope: await cipher.encrypt('operations', id, operation) } as unknown as Operation;
    }

    protected override async fromRows(rows: readonly unknown[]): Promise<Operation[]> {
      const operations = await Promise.all(
        (rows as readonly { readonly id: string; readonly envelope?: unknown }[]).map(
          // Operations from before encryption was turned on are plain. They are deleted once they are sent.
          async (row) =>
            row.envelope === undefined ? row : cipher.decrypt('operations', row.id, row.envelope),
        ),
      );
      return operationsOf(operations);
    }
  }

  return { ChatStore: EncryptedChatStore, OperationStore: EncryptedOperationStore };
}
