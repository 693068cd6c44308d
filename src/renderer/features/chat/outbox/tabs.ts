import { z } from 'zod';
import { type Operation, type OperationOutcome, operationSchema } from './operation.ts';

/** `ended` is an operation that has left the outbox. If it is missing, the stored operations have changed. */
type TabMessage =
  | { readonly ended?: undefined }
  | { readonly ended: Operation; readonly end: OperationOutcome };

const tabMessageSchema = z.union([
  z.object({
    ended: operationSchema,
    end: z.union([
      z.literal(['done', 'cancelled']),
      z.object({
        refused: z.string(),
        isChatGone: z.boolean().exactOptional(),
        isConflict: z.boolean().exactOptional(),
      }),
    ]),
  }),
  z.object({ ended: z.undefined().exactOptional() }),
]);

/** In milliseconds. A request that never ends must not block the other tabs. */
const LOCK_TIMEOUT = 30_000;

/** Communication between the tabs that share an account's outbox. */
export interface OutboxTabs {
  readonly announce: (message?: TabMessage) => void;
  /** Runs `act` once no other tab is executing operations. */
  readonly runExclusively: (act: () => Promise<void>) => Promise<void>;
  readonly close: () => void;
}

export function createTabs(userId: string, onMessage: (message: TabMessage) => void): OutboxTabs {
  const name = `clover-outbox-${userId}`;
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', ({ data }) => {
    const { data: message } = tabMessageSchema.safeParse(data);
    if (message) onMessage(message);
  });
  let isOpen = true;
  const closed = Promise.withResolvers<void>();
  return {
    announce: (message = {}) => {
      if (isOpen) channel?.postMessage(message);
    },
    // After `close`, the lock is released even if a request never ends. Otherwise, the page's next outbox
    // would wait for that request.
    runExclusively: (act) => withLock(name, () => Promise.race([act(), closed.promise])),
    close: () => {
      isOpen = false;
      closed.resolve();
      channel?.close();
    },
  };
}

/**
 * Runs `act` while no other tab holds the lock. Without locks (on pages without TLS), several tabs may run at the same
 * time. This is harmless, because repeated operations have no effect.
 */
async function withLock(name: string, act: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return act();
  };
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await begin();
  }
}
