import { readStored, writeStored } from '../../../lib/storage.ts';
import { unrequestedKeys } from '../../../lib/unsent.ts';
import { operationsOf } from '../store/rows.ts';
import { parseStored } from './operation-store.ts';
import type { SendOperation } from './operation.ts';

/**
 * Stored messages whose reply has not started. If the page closes before it requests a reply, the next page requests it
 * under the same id, so that the reply is only written once.
 */
export class UnrequestedReplies {
  readonly #userId: string;

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Saved in local storage, because a closing page doesn't wait for a database. */
  add(operation: SendOperation): void {
    writeStored(unrequestedKeys.of(this.#userId, operation.id), JSON.stringify(operation));
  }

  remove(messageId: string): void {
    writeStored(unrequestedKeys.of(this.#userId, messageId), null);
  }

  list(): SendOperation[] {
    const texts = unrequestedKeys.list(this.#userId).map(readStored);
    return operationsOf(texts.map(parseStored)).filter((operation) => operation.kind === 'send');
  }
}
