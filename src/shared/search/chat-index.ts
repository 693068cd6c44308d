import type { ChatDocument, MessageDocument, SearchDocument } from './documents.ts';
import { matcherOf } from './match.ts';
import { parseQuery } from './parse-query.ts';
import { rankerOf, weights } from './rank.ts';
import { chatMatches, type SearchFilter } from './search-filter.ts';
import { TextIndex } from './text-index.ts';
import { compareWords } from './vocabulary.ts';

export interface FoundText {
  readonly chat: ChatDocument;
  /** Null if the title matches. */
  readonly message: MessageDocument | null;
}

interface IndexedChat {
  /** Null until `put` receives the chat, which may be after its messages. */
  chat: ChatDocument | null;
  /** The title's number in the text index. */
  title: number | null;
  readonly messages: Map<string, MessageDocument>;
  /** The text numbers of the chat's messages, newest first. Null after a change. */
  newest: readonly number[] | null;
}

/** Titles and messages in the order in which they are searched. */
interface SearchOrder {
  readonly chats: readonly {
    readonly chat: ChatDocument;
    readonly at: number;
    readonly title: number;
    readonly messages: ReadonlyMap<string, MessageDocument>;
    /** The range of the chat's messages in `messages`. */
    readonly start: number;
    readonly end: number;
  }[];
  readonly messages: Int32Array;
}

interface Candidate extends FoundText {
  readonly at: number;
  readonly score: number;
}

/** The number of newest matching titles that are ranked. The same for messages. */
const maxRanked = 500;
/** In milliseconds. A match of this age has half the score of a new one. */
const halfTime = 90 * 24 * 60 * 60 * 1000;
/** The text index is rebuilt if more texts than this have been removed, and more than are in use. */
const minRemoved = 1_000;

/**
 * The titles and messages of one account, in memory. Finds and orders them like the service's search_messages. Also
 * finds prefixes in older messages, where the service doesn't search for them.
 */
export class ChatIndex {
  #texts = new TextIndex();
  readonly #chats = new Map<string, IndexedChat>();
  /** By message id: the message's number in the text index. Null if the message is not searched. */
  readonly #numbers = new Map<string, number | null>();
  readonly #chatOfMessage = new Map<string, string>();
  /** By text number: the message. Undefined for titles and removed messages. */
  #messages: (MessageDocument | undefined)[] = [];
  /** Null after a change. */
  #order: SearchOrder | null = null;
  #inUse = 0;

  get size(): number {
    return this.#chatOfMessage.size;
  }

  /** Adds a document, or replaces the one with its id. Messages may arrive before their chat. */
  put(document: SearchDocument): void {
    if (document.kind === 'chat') this.#putChat(document);
    else this.#putMessage(document);
    this.#order = null;
    if (this.#texts.size - this.#inUse > Math.max(this.#inUse, minRemoved)) this.#rebuild();
  }

  /** Removes a message, or a chat with its messages. Other ids are ignored. */
  remove(id: string): void {
    this.#removeMessage(id);
    const indexed = this.#chats.get(id);
    if (!indexed) return;
    for (const messageId of indexed.messages.keys()) this.#removeMessage(messageId);
    this.#drop(indexed.title);
    this.#chats.delete(id);
    this.#order = null;
  }

  /** Returns whether the index contains this document unchanged. */
  has(document: SearchDocument): boolean {
    const known =
      document.kind === 'chat'
        ? this.#chats.get(document.id)?.chat
        : this.#chats.get(document.chatId)?.messages.get(document.id);
    return known ? JSON.stringify(known) === JSON.stringify(document) : false;
  }

  chatIds(): Iterable<string> {
    return this.#chats.keys();
  }

  /** Yields all documents, chats before their messages. */
  *documents(): Generator<SearchDocument> {
    for (const { chat, messages } of this.#chats.values()) {
      if (chat) yield chat;
      yield* messages.values();
    }
  }

  /** Returns the best matches first. */
  search(query: string, filter: SearchFilter, maxHits: number, now: number): FoundText[] {
    const parsed = parseQuery(query);
    if (!parsed) return [];
    this.#order ??= this.#makeOrder();
    const matches = matcherOf(this.#texts, parsed);
    const rank = rankerOf(this.#texts, parsed);
    const scoreOf = (text: number, weight: number, at: number) =>
      rank(text, weight) / (1 + Math.max(now - at, 0) / halfTime);
    const candidates: Candidate[] = [];
    for (const { chat, title, at } of this.#matchingTitles(this.#order, matches, filter))
      candidates.push({ chat, message: null, at, score: scoreOf(title, weights.title, at) });
    for (const { chat, message, text } of this.#matchingMessages(this.#order, matches, filter)) {
      const at = Date.parse(message.writtenAt);
      candidates.push({ chat, message, at, score: scoreOf(text, weights.message, at) });
    }
    return candidates
      .sort(compareCandidates)
      .slice(0, maxHits)
      .map(({ chat, message }) => ({ chat, message }));
  }

  *#matchingTitles(order: SearchOrder, matches: (text: number) => boolean, filter: SearchFilter) {
    let count = 0;
    for (const each of order.chats) {
      if (!matches(each.title) || !chatMatches(each.chat, each.messages, filter)) continue;
      if (filter.before !== null && each.at >= filter.before) continue;
      yield each;
      if ((count += 1) === maxRanked) return;
    }
  }

  *#matchingMessages(order: SearchOrder, matches: (text: number) => boolean, filter: SearchFilter) {
    let count = 0;
    for (const { chat, messages, start, end } of order.chats) {
      let isMatching: boolean | null = null;
      for (let place = start; place < end; place += 1) {
        const text = order.messages[place] ?? 0;
        if (!matches(text)) continue;
        isMatching ??= chatMatches(chat, messages, filter);
        if (!isMatching) break;
        const message = this.#messages[text];
        if (!message || !isWithin(Date.parse(message.writtenAt), filter)) continue;
        yield { chat, message, text };
        if ((count += 1) === maxRanked) return;
      }
    }
  }

  #putChat(chat: ChatDocument): void {
    const indexed = this.#chatOf(chat.id);
    if (indexed.chat?.title !== chat.title) {
      this.#drop(indexed.title);
      indexed.title = this.#add(chat.title);
    }
    indexed.chat = chat;
  }

  #putMessage(message: MessageDocument): void {
    const { id, chatId, text } = message;
    if (this.#chatOfMessage.get(id) !== chatId) this.#removeMessage(id);
    const indexed = this.#chatOf(chatId);
    const { messages } = indexed;
    indexed.newest = null;
    if (messages.get(id)?.text !== text) {
      this.#drop(this.#numbers.get(id) ?? null);
      this.#numbers.set(id, text === null ? null : this.#add(text));
    }
    const number = this.#numbers.get(id) ?? null;
    if (number !== null) this.#messages[number] = message;
    messages.set(id, message);
    this.#chatOfMessage.set(id, chatId);
  }

  #removeMessage(id: string): void {
    const chatId = this.#chatOfMessage.get(id);
    if (chatId === undefined) return;
    this.#drop(this.#numbers.get(id) ?? null);
    this.#numbers.delete(id);
    this.#chatOfMessage.delete(id);
    const indexed = this.#chats.get(chatId);
    indexed?.messages.delete(id);
    if (indexed) indexed.newest = null;
    this.#order = null;
  }

  #chatOf(id: string): IndexedChat {
    const indexed = this.#chats.get(id) ?? { chat: null, title: null, messages: new Map(), newest: null };
    this.#chats.set(id, indexed);
    return indexed;
  }

  #add(text: string): number {
    this.#inUse += 1;
    return this.#texts.add(text);
  }

  #drop(text: number | null): void {
    if (text === null) return;
    this.#inUse -= 1;
    this.#messages[text] = undefined;
  }

  /** Puts recently changed chats first, each with its newest messages first. */
  #makeOrder(): SearchOrder {
    const numbers = new Int32Array(this.#numbers.size);
    let used = 0;
    const chats = [...this.#chats.values()]
      .flatMap((indexed) => {
        const { chat, title, messages } = indexed;
        if (!chat || title === null) return [];
        return [{ chat, title, messages, at: Date.parse(chat.updatedAt), newest: this.#newestOf(indexed) }];
      })
      .sort((one, other) => other.at - one.at)
      .map(({ newest, ...chat }) => {
        const start = used;
        numbers.set(newest, start);
        used += newest.length;
        return { ...chat, start, end: used };
      });
    return { chats, messages: numbers };
  }

  #newestOf(indexed: IndexedChat): readonly number[] {
    indexed.newest ??= [...indexed.messages.values()]
      .sort((one, other) => compareWords(other.writtenAt, one.writtenAt))
      .flatMap(({ id }) => this.#numbers.get(id) ?? []);
    return indexed.newest;
  }

  #rebuild(): void {
    this.#texts = new TextIndex();
    this.#messages = [];
    this.#inUse = 0;
    for (const indexed of this.#chats.values()) {
      if (indexed.chat) indexed.title = this.#add(indexed.chat.title);
      indexed.newest = null;
      for (const message of indexed.messages.values()) {
        if (message.text === null) continue;
        const number = this.#add(message.text);
        this.#numbers.set(message.id, number);
        this.#messages[number] = message;
      }
    }
  }
}

const isWithin = (at: number, { since, before }: SearchFilter) =>
  (since === null || at >= since) && (before === null || at < before);

function compareCandidates(one: Candidate, other: Candidate): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.at !== other.at) return other.at - one.at;
  // As in PostgreSQL, null is last.
  if (!one.message || !other.message) return Number(!one.message) - Number(!other.message);
  return one.message.id < other.message.id ? -1 : 1;
}
