/** One text that a user typed, identified by a token that occurs nowhere else. */
export interface TypedText {
  readonly token: string;
  readonly text: string;
  readonly device: number;
  /** The text's chat; null while the text is in the draft of a new chat. */
  chatId: string | null;
  /** False while the text is only a draft. */
  isSent: boolean;
  /** Whether the user canceled, replaced or removed the text before it was stored. */
  isWithdrawn: boolean;
  /**
   * Whether the user ever canceled the message. If the service's response was lost, its text may be both stored and in
   * the draft.
   */
  wasCanceled: boolean;
  /** How often the user requested a reply to the text. No more requests may reach the vendor. */
  attempts: number;
  isStopped: boolean;
}

/** Records the users' actions. At the end, the product's state is compared with this record. */
export class Ledger {
  readonly #prefix: string;
  readonly texts = new Map<string, TypedText>();
  readonly deletedChats = new Set<string>();
  /**
   * Deleted chats that had disappeared from the device's list. If a chat is still in the list, the key press may have
   * come too late, and the chat may still exist.
   */
  readonly goneChats = new Set<string>();
  /** Archived chats. A new message brings them back into the list. */
  readonly archivedChats = new Set<string>();
  /** For each chat, the last title and pin that each device set. */
  readonly titles = new Map<string, Map<number, string>>();
  readonly pins = new Map<string, Map<number, boolean>>();
  kills = 0;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Returns a new token, followed by ordinary words. */
  compose(words: number): { readonly token: string; readonly text: string } {
    this.#count += 1;
    const token = `${this.#prefix}t${this.#count}`;
    return { token, text: [token, ...Array.from({ length: words }, (_, index) => `word${index}`)].join(' ') };
  }

  title(): string {
    this.#count += 1;
    return `${this.#prefix}n${this.#count} renamed`;
  }

  tokensIn(text: string): readonly TypedText[] {
    return (text.match(/h\d+t\d+/g) ?? []).flatMap((token) => this.texts.get(token) ?? []);
  }

  type(token: string, text: string, device: number): TypedText {
    const typed: TypedText = {
      token,
      text,
      device,
      chatId: null,
      isSent: false,
      isWithdrawn: false,
      wasCanceled: false,
      attempts: 0,
      isStopped: false,
    };
    this.texts.set(token, typed);
    return typed;
  }

  /** Records that the composer's text was sent. It may consist of several typed texts. */
  send(text: string, chatId: string | null): void {
    const typed = this.tokensIn(text);
    for (const each of typed) {
      each.isSent = true;
      each.isWithdrawn = false;
      each.chatId = chatId;
    }
  }

  /** Assigns a listed chat to the sent texts that its title contains, if they have no chat yet. */
  locate(title: string, chatId: string): void {
    for (const typed of this.tokensIn(title)) if (typed.isSent) typed.chatId ??= chatId;
  }

  /** Records that the user requested a reply to this text. */
  ask(text: string): void {
    const question = this.tokensIn(text).at(-1);
    if (question) question.attempts += 1;
  }

  withdraw(text: string): void {
    for (const each of this.tokensIn(text)) {
      each.isWithdrawn = true;
      each.wasCanceled = true;
    }
  }

  rename(chatId: string, device: number, title: string): void {
    mapIn(this.titles, chatId).set(device, title);
  }

  pin(chatId: string, device: number, isPinned: boolean): void {
    mapIn(this.pins, chatId).set(device, isPinned);
  }
}

function mapIn<Value>(maps: Map<string, Map<number, Value>>, key: string): Map<number, Value> {
  const found = maps.get(key) ?? new Map<number, Value>();
  maps.set(key, found);
  return found;
}
