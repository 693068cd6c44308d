import type { QueryClient } from '@tanstack/react-query';
import {
  connectLibraryOutbox,
  type LibraryChange,
  withLibraryChanges,
} from '../../../../lib/library-changes.ts';
import { libraryTexts } from '../../../../lib/library-texts.ts';
import { loadModule } from '../../../../lib/load-module.ts';
import { showToast } from '../../../../lib/toast.ts';
import type { ExecuteResult, Operation, OperationOutcome } from '../operation.ts';
import type { Outbox } from '../outbox.ts';
import type * as Deferred from './deferred.ts';

/** In milliseconds. On a slow connection, the form closes after it, and the change goes on waiting. */
const maxWait = 10_000;

const isLibraryChange = (operation: Operation): operation is LibraryChange => operation.kind === 'library';

/** Saves the changes of personas, prompts and memories through the outbox of the chats. */
export class LibraryChanges {
  readonly #client: QueryClient;
  readonly #userId: string;
  #deferred: typeof Deferred | null = null;

  constructor(client: QueryClient, userId: string) {
    this.#client = client;
    this.#userId = userId;
  }

  /** Makes the outbox available to the screens that change the library. Returns a function that ends this. */
  connect(outbox: Outbox): () => void {
    const { publish, disconnect } = connectLibraryOutbox(this.#userId, async (change) => {
      const outcome = outbox.outcome(change.id, maxWait);
      // Not awaited, because it also sends the operations that follow.
      void outbox.add(change);
      const result = await outcome;
      if (result === 'waiting') showToast(libraryTexts.saved);
      return result;
    });
    const stop = outbox.subscribe(() =>
      publish(outbox.all().filter(isLibraryChange), outbox.waiting().filter(isLibraryChange)),
    );
    return () => {
      stop();
      disconnect();
    };
  }

  /** If the code fails to load, the change waits, as it does without a connection. */
  async execute(change: LibraryChange): Promise<ExecuteResult> {
    try {
      this.#deferred ??= await loadModule(() => import('./deferred.ts'));
      return await this.#deferred.executeLibraryChange(this.#userId, change);
    } catch {
      return 'offline';
    }
  }

  /** Called in every tab before the change leaves the outbox. */
  end(
    change: LibraryChange,
    end: OperationOutcome,
    { isHere, isAwaited }: { readonly isHere: boolean; readonly isAwaited: boolean },
  ): void {
    const queryKey = [change.list, this.#userId];
    if (end === 'done') {
      // Otherwise, responses to earlier requests would undo the change on screen.
      void this.#client.cancelQueries({ queryKey });
      this.#client.setQueryData<readonly { readonly id: string }[]>(
        queryKey,
        (rows) =>
          rows && withLibraryChanges(rows, [change], change.list, { isPublished: false, revision: 0 }),
      );
    }
    // Also lists that are not shown, because the device's copies are needed without a connection.
    if (end !== 'cancelled') void this.#client.invalidateQueries({ queryKey, refetchType: 'all' });
    if (typeof end === 'string' || !isHere || isAwaited) return;
    // Loaded, because this tab has executed the change.
    this.#deferred?.reportRefusal(this.#userId, change, end.refused);
  }
}
