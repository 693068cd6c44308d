import { maxSearchedLength } from './words.ts';

export interface ChatDocument {
  readonly kind: 'chat';
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly projectId: string | null;
}

export interface MessageDocument {
  readonly kind: 'message';
  readonly id: string;
  readonly chatId: string;
  /** The searchable text. Null if the message is not searched. */
  readonly text: string | null;
  readonly hasCode: boolean;
  readonly modelId: string | null;
  readonly writtenAt: string;
}

export type SearchDocument = ChatDocument | MessageDocument;

export interface SourceMessage {
  readonly id: string;
  readonly chatId: string;
  readonly role: string;
  readonly content: string;
  /** The attached files in order. `text` is null for files that are not documents. */
  readonly files: readonly { readonly name: string; readonly text: string | null }[];
  readonly modelId: string | null;
  readonly writtenAt: string;
}

/**
 * The number of characters of a message's documents that are searched. Each document gets the same share, so that every
 * document can be found.
 */
const documentLength = 80_000;

export function toMessageDocument(message: SourceMessage): MessageDocument {
  const { id, chatId, role, content, modelId, writtenAt } = message;
  const text = role === 'system' ? null : searchedText(message);
  return { kind: 'message', id, chatId, text, hasCode: content.includes('```'), modelId, writtenAt };
}

/** Returns a message's text, the names of its files, and the beginnings of its documents. */
function searchedText({ content, files }: SourceMessage): string {
  const texts = files.flatMap(({ text }) => (text === null ? [] : [text]));
  const share = Math.trunc(documentLength / Math.max(texts.length, 1));
  return [content, ...files.map(({ name }) => name), ...texts.map((text) => text.slice(0, share))]
    .join('\n')
    .slice(0, maxSearchedLength);
}
