import { useRef, useState } from 'react';
import { subscriptionSchema } from '../../../shared/billing/subscription.ts';
import type { Billing } from '../../../shared/domain/plans.ts';
import { invoke, InvokeError, sentenceOf } from '../../lib/invoke.ts';
import { useSession } from '../../lib/session.tsx';

/** How long the simulated payment takes at least, in milliseconds [CHECKOUT-029]. */
export const paymentDelay = 2_000;

/** Why the plan is not confirmed, in a sentence. */
export interface SubscribeFailure {
  readonly sentence: string;
  /** False where the answer was lost on its way: the plan may be recorded all the same. */
  readonly isRefusal: boolean;
}

const failureOf = (error: unknown): SubscribeFailure => ({
  sentence: sentenceOf(error),
  isRefusal: error instanceof InvokeError && !['unreachable', 'unreadable'].includes(error.code),
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Records the Professional plan of whoever is signed in [CHECKOUT-031]. No card data goes in. */
export function useSubscribe(billing: Billing, onDone: () => void) {
  const { refreshEntitlements } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SubscribeFailure | null>(null);
  const isRunning = useRef(false);

  const subscribe = async () => {
    // A second press may come before the button is drawn disabled.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const record = invoke('billing/subscribe', { billing }, subscriptionSchema);
      // A failure is told after the same time as a success: "Processing..." must not flash by.
      await Promise.all([Promise.allSettled([record]), wait(paymentDelay)]);
      await record;
      await refreshEntitlements();
      onDone();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, failure, subscribe };
}
