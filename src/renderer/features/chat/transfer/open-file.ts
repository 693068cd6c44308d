import { fitGraphemes } from '../../../../shared/domain/graphemes.ts';
import { cleanText, toStorable } from '../../../../shared/domain/text.ts';
import { titleOf, untitled } from '../../../../shared/domain/title.ts';
import { isChatGptChat, readChatGptChat } from './formats/chatgpt.ts';
import { isClaudeChat, readClaudeChat } from './formats/claude.ts';
import { cloverChats, readCloverChat } from './formats/clover-json.ts';
import type { PortableChat } from '../../../lib/portable-chat.ts';
import { DamagedZip, readZip } from '../../../lib/zip.ts';
import { transferLimits } from './limits.ts';
import { ImportFileError } from './transfer-error.ts';

export type TransferSource = 'clover' | 'chatgpt' | 'claude' | 'computer';

export interface OpenedFile {
  readonly source: TransferSource;
  readonly count: number;
  /** Yields null for an unreadable chat. */
  readonly chats: () => AsyncGenerator<PortableChat | null>;
}

const conversationFiles = /(^|\/)conversations(-\d+)?\.json$/;

/**
 * Reads an export of this app, a conversations.json of ChatGPT or Claude, or a .zip that contains one of
 * them.
 *
 * @param onRead called with the share of the file that has been read (0 to 1). The file is parsed after that
 * @throws ImportFileError
 */
export async function openFile(file: Blob, onRead: (share: number) => void = () => {}): Promise<OpenedFile> {
  if (file.size > transferLimits.fileBytes) throw new ImportFileError('tooLarge');
  const texts = (await isZip(file))
    ? await readArchive(file, onRead).catch(explainDamage)
    : [await textOf(file, onRead)];
  const parsed = texts.map(parse);
  const ownChats = parsed.length === 1 ? cloverChats(parsed[0]) : null;
  if (ownChats) return toOpenedFile('clover', ownChats, async (chat) => readCloverChat(chat));
  const lists = parsed.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [list]));
  if (lists.some(isChatGptChat)) return toOpenedFile('chatgpt', lists, readChatGptChat);
  if (lists.some(isClaudeChat)) return toOpenedFile('claude', lists, readClaudeChat);
  throw new ImportFileError('noChats');
}

function toOpenedFile(
  source: TransferSource,
  raw: readonly unknown[],
  read: (chat: unknown) => Promise<PortableChat | null>,
): OpenedFile {
  if (raw.length > transferLimits.chats) throw new ImportFileError('tooManyChats');
  return {
    source,
    count: raw.length,
    async *chats() {
      for (const chat of raw) {
        const portable = await read(chat);
        yield portable && prepareChat(portable);
      }
    },
  };
}

/** Prepares a chat for the service. Null if the service would refuse it. */
function prepareChat(chat: PortableChat): PortableChat | null {
  if (chat.messages.length === 0 || chat.messages.length > transferLimits.messagesPerChat) return null;
  const messages = chat.messages.map((message) => ({ ...message, content: toStorable(message.content) }));
  const encoder = new TextEncoder();
  const isTooLong = messages.some(
    ({ content }) =>
      content.length * 3 > transferLimits.messageBytes &&
      encoder.encode(content).byteLength > transferLimits.messageBytes,
  );
  if (isTooLong || messages.some(({ role, content }) => role === 'user' && content.trim() === ''))
    return null;
  const title = fitGraphemes(cleanText(chat.title), transferLimits.titleCharacters);
  const first = messages.find(({ role }) => role === 'user');
  return { ...chat, messages, title: title || (first ? titleOf(first.content) : untitled) };
}

async function isZip(file: Blob): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return p === 0x50 && k === 0x4b;
}

function explainDamage(error: unknown): never {
  if (!(error instanceof DamagedZip)) throw error;
  throw new ImportFileError('damagedZip');
}

async function readArchive(file: Blob, onRead: (share: number) => void): Promise<string[]> {
  const entries = (await readZip(file)).filter(({ name }) => conversationFiles.test(name));
  if (entries.length === 0) throw new ImportFileError('otherZip');
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > transferLimits.fileBytes) throw new ImportFileError('unpacksTooLarge');
  const texts: string[] = [];
  let readBytes = 0;
  for (const entry of entries) {
    const onEntry = (share: number) => onRead((readBytes + share * entry.size) / size);
    texts.push(await textOf(await entry.read(), onEntry));
    readBytes += entry.size;
  }
  return texts;
}

async function textOf(file: Blob, onRead: (share: number) => void): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for (let at = 0; at < file.size; at += transferLimits.pieceBytes) {
    const piece = await file.slice(at, at + transferLimits.pieceBytes).arrayBuffer();
    pieces.push(decoder.decode(piece, { stream: true }));
    onRead(Math.min(1, (at + transferLimits.pieceBytes) / file.size));
  }
  return pieces.join('') + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ImportFileError('notJson');
  }
}
