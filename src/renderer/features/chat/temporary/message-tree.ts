import type { Message } from '../chat.ts';
import { newestBelow, predecessorOf } from '../store/branches.ts';

/** A temporary chat's messages with all versions. The visible ones are chosen in the same way as in a stored chat. */
export class MessageTree {
  /** In the order in which they arrived. */
  readonly #messages = new Map<string, Message>();
  #branch: readonly Message[] = [];
  #nextSeq = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Returns the same array until it changes. */
  readonly branch = (): readonly Message[] => this.#branch;

  count(): number {
    return this.#messages.size;
  }

  add(messages: readonly Message[]): void {
    for (const message of messages) this.#messages.set(message.id, { ...message, seq: this.#nextSeq++ });
    this.#show(messages.at(-1) ?? this.#branch.at(-1));
  }

  /** Shows the newest branch with a version. */
  showVersion(id: string): void {
    const version = this.#messages.get(id);
    if (version) this.#show(newestBelow(version, this.#all()));
  }

  /** Deletes a version with all messages that follow it, and shows the newest remaining version. */
  deleteVersion(id: string): void {
    const version = this.#messages.get(id);
    if (!version) return;
    const before = predecessorOf(version, this.#messages);
    this.#delete(id);
    // A system prompt is deleted together with its message.
    const prompt = this.#messages.get(version.parentId ?? '');
    const isShared = this.#all().some(({ parentId }) => parentId === prompt?.id);
    if (prompt?.role === 'system' && !isShared) this.#messages.delete(prompt.id);
    const other = this.#versionsAfter(before).at(-1);
    this.#show(other ? newestBelow(other, this.#all()) : this.#messages.get(before ?? ''));
  }

  #delete(id: string): void {
    const deletedIds = new Set([id]);
    // A message follows its parent in the map.
    for (const message of this.#all())
      if (message.parentId && deletedIds.has(message.parentId)) deletedIds.add(message.id);
    for (const each of deletedIds) this.#messages.delete(each);
  }

  #show(leaf: Message | undefined): void {
    const branch: Message[] = [];
    for (let row = this.#messages.get(leaf?.id ?? ''); row; row = this.#messages.get(row.parentId ?? ''))
      branch.unshift(row.role === 'system' ? row : { ...row, versions: this.#versionIdsOf(row) });
    this.#branch = branch;
    this.#onChange();
  }

  #versionIdsOf(message: Message): readonly string[] {
    return this.#versionsAfter(predecessorOf(message, this.#messages)).map(({ id }) => id);
  }

  /** Returns all messages that follow `before`, which is null at the start of the chat. */
  #versionsAfter(before: string | null): readonly Message[] {
    return this.#all().filter(
      (message) => message.role !== 'system' && predecessorOf(message, this.#messages) === before,
    );
  }

  #all(): readonly Message[] {
    return [...this.#messages.values()];
  }
}
