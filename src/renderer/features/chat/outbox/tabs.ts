import { z } from 'zod';
import { type Operation, type OperationEnd, operationSchema } from './operation.ts';

/** A change of the outbox in another tab. Without `ended`, the operations on the device have changed. */
type TabMessage = { readonly ended?: undefined } | { readonly ended: Operation; readonly end: OperationEnd };

const newsSchema = z.union([
  z.object({
    ended: operationSchema,
    end: z.union([
      z.literal(['done', 'cancelled']),
      z.object({ refused: z.string(), isChatGone: z.boolean().exactOptional() }),
    ]),
  }),
  z.object({ ended: z.undefined().exactOptional() }),
]);

/** How long (ms) a tab waits for another one that executes: a hung request must not stop all tabs. */
const PATIENCE = 30_000;

/** The tabs that share an account's outbox. */
export interface Tabs {
  readonly announce: (news?: TabMessage) => void;
  /** Runs `act` while no other tab runs its own. */
  readonly alone: (act: () => Promise<void>) => Promise<void>;
  readonly close: () => void;
}

export function createTabs(userId: string, onNews: (news: TabMessage) => void): Tabs {
  const name = `clover-outbox-${userId}`;
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', ({ data }) => {
    const { data: news } = newsSchema.safeParse(data);
    if (news) onNews(news);
  });
  let isOpen = true;
  const closed = Promise.withResolvers<void>();
  return {
    announce: (news = {}) => {
      if (isOpen) channel?.postMessage(news);
    },
    // A request that hangs must not delay the page's next outbox, e.g. after signing in again.
    alone: (act) => inTurn(name, () => Promise.race([act(), closed.promise])),
    close: () => {
      isOpen = false;
      closed.resolve();
      channel?.close();
    },
  };
}

/** Without locks (a remote page without TLS) tabs may run at the same time, which repeats operations harmlessly. */
async function inTurn(name: string, act: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return act();
  };
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await begin();
  }
}
