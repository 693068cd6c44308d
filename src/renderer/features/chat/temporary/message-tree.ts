import type { Message } from '../chat.ts';

/** A temporary chat's messages with all versions. The branch that is shown ends at the newest message. */
export class MessageTree {
  #messages: readonly Message[] = [];
  #leafId: string | null = null;
  #branch: readonly Message[] = [];
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Returns the same array until it changes. */
  readonly branch = (): readonly Message[] => this.#branch;

  count(): number {
    return this.#messages.length;
  }

  add(messages: readonly Message[]): void {
    this.#messages = [...this.#messages, ...messages];
    this.#show(messages.at(-1)?.id ?? this.#leafId);
  }

  /** Shows the branch that continues after a version. */
  showVersion(id: string): void {
    this.#show(this.#newestBelow(id));
  }

  /** Deletes a version with all messages that follow it, and shows the newest remaining version. */
  deleteVersion(id: string): void {
    const parentId = this.#find(id)?.parentId ?? null;
    const deleted = new Set([id]);
    // A message follows its parent in the list.
    for (const message of this.#messages)
      if (message.parentId && deleted.has(message.parentId)) deleted.add(message.id);
    this.#messages = this.#messages.filter((message) => !deleted.has(message.id));
    const other = this.#childrenOf(parentId).at(-1);
    this.#show(other ? this.#newestBelow(other.id) : parentId);
  }

  #show(leafId: string | null): void {
    this.#leafId = leafId;
    const branch: Message[] = [];
    for (let row = this.#find(leafId); row; row = this.#find(row.parentId ?? null)) {
      const versions = this.#childrenOf(row.parentId ?? null).map(({ id }) => id);
      branch.unshift({ ...row, versions });
    }
    this.#branch = branch;
    this.#onChange();
  }

  #find(id: string | null): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  #childrenOf(parentId: string | null): readonly Message[] {
    return this.#messages.filter((message) => (message.parentId ?? null) === parentId);
  }

  #newestBelow(id: string): string {
    const child = this.#childrenOf(id).at(-1);
    return child ? this.#newestBelow(child.id) : id;
  }
}
