import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { applyInstructionChange, instructionsQuery } from '../../../../lib/account-instructions.ts';
import {
  connectLibraryOutbox,
  type LibraryChange,
  type LibraryList,
  withLibraryChanges,
} from '../../../../lib/library-changes.ts';
import { libraryTexts } from '../../../../lib/library-texts.ts';
import { loadModule } from '../../../../lib/load-module.ts';
import { showToast } from '../../../../lib/toast.ts';
import type { Project } from '../../projects/project.ts';
import { projectInstructionsKey } from '../../projects/project-instructions.ts';
import { projectsQuery, setCachedInstructions, withProjectChanges } from '../../projects/queries.ts';
import type { ChatStore } from '../../store/chat-store.ts';
import type { ExecuteResult, Operation, OperationOutcome } from '../operation.ts';
import type { Outbox } from '../outbox.ts';
import type * as Deferred from './deferred.ts';

/** In milliseconds. On a slow connection, the form closes after this time, and the change keeps waiting. */
const maxWait = 10_000;

const isLibraryChange = (operation: Operation): operation is LibraryChange => operation.kind === 'library';

/** Returns the query whose data contains the list's items. */
function queryKeyOf(list: LibraryList, userId: string): QueryKey {
  if (list === 'projects') return projectsQuery(userId, null).queryKey;
  return list === 'instructions' ? instructionsQuery(userId).queryKey : [list, userId];
}

/** Saves the changes of the user's library, projects and instructions through the outbox of the chats. */
export class LibraryChanges {
  readonly #client: QueryClient;
  readonly #userId: string;
  readonly #store: ChatStore;
  #deferred: typeof Deferred | null = null;
  #outbox: Outbox | null = null;

  constructor(client: QueryClient, userId: string, store: ChatStore) {
    this.#client = client;
    this.#userId = userId;
    this.#store = store;
  }

  /** Makes the outbox available to the screens that change the library. Returns a function that ends this. */
  connect(outbox: Outbox): () => void {
    this.#outbox = outbox;
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
    const queryKey = queryKeyOf(change.list, this.#userId);
    if (end === 'done') {
      // Otherwise, responses to earlier requests would undo the change on screen.
      void this.#client.cancelQueries({ queryKey });
      this.#apply(change, queryKey);
    }
    const changesInstructions = change.list === 'projects' && change.value?.['instructions'] !== undefined;
    if (end !== 'cancelled' && changesInstructions)
      void this.#client.invalidateQueries({ queryKey: projectInstructionsKey() });
    // Also lists that are not shown, because the device's copies are needed without a connection. After several changes,
    // such as the deletion of all memories, the list is loaded once.
    if (end !== 'cancelled' && !this.#hasFurther(change))
      void this.#client.invalidateQueries({ queryKey, refetchType: 'all' });
    if (typeof end === 'string' || !isHere || isAwaited) return;
    // Loaded, because this tab has executed the change.
    this.#deferred?.reportRefusal(this.#userId, change, end.refused);
  }

  /** Applies a confirmed change to the cache. */
  #apply(change: LibraryChange, queryKey: QueryKey): void {
    const { list, itemId, value } = change;
    if (list === 'instructions') return applyInstructionChange(this.#client, this.#userId, change);
    this.#client.setQueryData<readonly { readonly id: string }[]>(
      queryKey,
      (rows) =>
        rows &&
        (list === 'projects'
          ? withProjectChanges(rows as readonly Project[], [change])
          : withLibraryChanges(rows, [change], list, { isPublished: false, revision: 0 })),
    );
    const instructions = list === 'projects' ? value?.['instructions'] : undefined;
    if (instructions === null || typeof instructions === 'string')
      setCachedInstructions(this.#client, this.#store, itemId, instructions);
  }

  #hasFurther({ id, list }: LibraryChange): boolean {
    return (this.#outbox?.all() ?? []).some(
      (other) => isLibraryChange(other) && other.list === list && other.id !== id,
    );
  }
}
