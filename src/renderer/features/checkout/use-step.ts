import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export const checkoutSteps = ['details', 'payment', 'confirmation'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

interface StepState {
  readonly step: CheckoutStep;
}

function isStepState(state: unknown): state is StepState {
  return (
    typeof state === 'object' &&
    state !== null &&
    checkoutSteps.some((step) => 'step' in state && state.step === step)
  );
}

/**
 * Keeps the current step in the browser's history, so that Back and Forward work [CHECKOUT-004]. A step that this visit
 * has not reached, for example after a reload, becomes the first one.
 */
export function useStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [furthest, setFurthest] = useState<CheckoutStep>('details');
  const requested = isStepState(state) ? state.step : 'details';
  const step = checkoutSteps.indexOf(requested) <= checkoutSteps.indexOf(furthest) ? requested : 'details';

  const go = useCallback(
    (next: CheckoutStep, options?: { readonly replace: boolean }) => {
      setFurthest((known) => (checkoutSteps.indexOf(next) > checkoutSteps.indexOf(known) ? next : known));
      void navigate(`${pathname}${search}`, { ...options, state: { step: next } satisfies StepState });
    },
    [navigate, pathname, search],
  );
  return { step, go };
}
