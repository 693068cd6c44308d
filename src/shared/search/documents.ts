import { searchedLength } from './words.ts';

/** A chat as the index knows it. */
export interface ChatDocument {
  readonly kind: 'chat';
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  readonly projectId: string | null;
}

/** A message as the index knows it. */
export interface MessageDocument {
  readonly kind: 'message';
  readonly id: string;
  readonly chatId: string;
  /** What the message is found by. Null if it is not searched. */
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
  /** The attached files in order. The text is null if a file is no document. */
  readonly files: readonly { readonly name: string; readonly text: string | null }[];
  readonly modelId: string | null;
  readonly writtenAt: string;
}

/** How much of all documents of a message is searched (characters). Each gets the same share, so that each is found. */
const documentLength = 80_000;

export function toMessageDocument(message: SourceMessage): MessageDocument {
  const { id, chatId, role, content, modelId, writtenAt } = message;
  const text = role === 'system' ? null : searchedText(message);
  return { kind: 'message', id, chatId, text, hasCode: content.includes('```'), modelId, writtenAt };
}

/** A message's text, the names of its files, and the beginnings of its documents. */
function searchedText({ content, files }: SourceMessage): string {
  const texts = files.flatMap(({ text }) => (text === null ? [] : [text]));
  const share = Math.trunc(documentLength / Math.max(texts.length, 1));
  return [content, ...files.map(({ name }) => name), ...texts.map((text) => text.slice(0, share))]
    .join('\n')
    .slice(0, searchedLength);
}
