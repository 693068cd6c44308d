import type { BulkState } from '../../../../../shared/admin/bulk.ts';

/** What the service answers after each step. */
export interface BulkAnswer {
  readonly operation: BulkState;
  readonly refusals: readonly { readonly user_id: string; readonly message: string }[];
}

export interface BulkRun extends BulkAnswer {
  readonly isRunning: boolean;
  /** Why it stopped; null while nothing is wrong. */
  readonly error: Error | null;
}

export interface BulkRunner {
  /** The operations of this visit, newest first. */
  readonly list: () => readonly BulkRun[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** Goes on with an operation until it is completed, paused, or a step fails. A second call while it runs does nothing. */
  readonly run: (answer: BulkAnswer) => Promise<void>;
  /** Stops after the step that is on its way. */
  readonly pause: (id: string) => void;
  readonly forget: (id: string) => void;
}

interface BulkRunnerOptions {
  readonly step: (id: string) => Promise<BulkAnswer>;
  readonly onCompleted: (operation: BulkState) => void;
}

/** Drives bulk operations step by step. What is done is kept by the service: whoever goes on later misses nothing. */
export function createBulkRunner({ step, onCompleted }: BulkRunnerOptions): BulkRunner {
  const runs = new Map<string, BulkRun>();
  const listeners = new Set<() => void>();
  let listed: readonly BulkRun[] = [];
  const publish = (run: BulkRun) => {
    runs.set(run.operation.id, run);
    changed();
  };
  const changed = () => {
    listed = [...runs.values()].toReversed();
    for (const listener of listeners) listener();
  };
  const isRunning = (id: string) => runs.get(id)?.isRunning ?? false;

  const run = async (answer: BulkAnswer) => {
    const { id } = answer.operation;
    if (isRunning(id)) return;
    let last = answer;
    publish({ ...last, isRunning: true, error: null });
    try {
      while (last.operation.status !== 'completed' && isRunning(id)) {
        // oxlint-disable-next-line no-await-in-loop -- each step begins where the one before has ended
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
    list: () => listed,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    run,
    pause: (id) => {
      const known = runs.get(id);
      if (known) publish({ ...known, isRunning: false });
    },
    forget: (id) => {
      runs.delete(id);
      changed();
    },
  };
}
