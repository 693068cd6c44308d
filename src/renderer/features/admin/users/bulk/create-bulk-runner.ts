import type { BulkState } from '../../../../../shared/admin/bulk.ts';

export interface BulkReply {
  readonly operation: BulkState;
  readonly refusals: readonly { readonly user_id: string; readonly message: string }[];
}

export interface BulkRun extends BulkReply {
  readonly isRunning: boolean;
  readonly error: Error | null;
}

export interface BulkRunner {
  /** Operations since the page loaded, newest first. */
  readonly list: () => readonly BulkRun[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** Runs an operation until it completes, pauses or fails. Does nothing if it is already running. */
  readonly run: (reply: BulkReply) => Promise<void>;
  readonly pause: (id: string) => void;
  readonly forget: (id: string) => void;
}

interface BulkRunnerOptions {
  readonly step: (id: string) => Promise<BulkReply>;
  readonly onCompleted: (operation: BulkState) => void;
}

/** Runs bulk operations step by step. The service stores the progress, so any page can resume them. */
export function createBulkRunner({ step, onCompleted }: BulkRunnerOptions): BulkRunner {
  const runs = new Map<string, BulkRun>();
  const listeners = new Set<() => void>();
  let snapshot: readonly BulkRun[] = [];
  const publish = (run: BulkRun) => {
    runs.set(run.operation.id, run);
    changed();
  };
  const changed = () => {
    snapshot = [...runs.values()].toReversed();
    for (const listener of listeners) listener();
  };
  const isRunning = (id: string) => runs.get(id)?.isRunning ?? false;

  const run = async (reply: BulkReply) => {
    const { id } = reply.operation;
    if (isRunning(id)) return;
    let last = reply;
    publish({ ...last, isRunning: true, error: null });
    try {
      while (last.operation.status !== 'completed' && isRunning(id)) {
        // oxlint-disable-next-line no-await-in-loop -- each step continues where the previous one ended
        last = await step(id);
        publish({ ...last, isRunning: isRunning(id), error: null });
      }
      publish({ ...last, isRunning: false, error: null });
      if (last.operation.status === 'completed') onCompleted(last.operation);
    } catch (error) {
      publish({ ...last, isRunning: false, error: error instanceof Error ? error : new Error('unknown') });
    }
  };

  return {
    list: () => snapshot,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    run,
    pause: (id) => {
      const current = runs.get(id);
      if (current) publish({ ...current, isRunning: false });
    },
    forget: (id) => {
      runs.delete(id);
      changed();
    },
  };
}
