import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export const steps = ['details', 'payment', 'confirmation'] as const;
export type Step = (typeof steps)[number];

interface StepState {
  readonly step: Step;
}

function isStepState(state: unknown): state is StepState {
  return (
    typeof state === 'object' &&
    state !== null &&
    steps.some((step) => 'step' in state && state.step === step)
  );
}

/**
 * The browser's history contains the current step, so that Back and Forward work [CHECKOUT-004]. A step that
 * this visit has not reached, for example after a reload, becomes the first one.
 */
export function useStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [furthest, setFurthest] = useState<Step>('details');
  const requested = isStepState(state) ? state.step : 'details';
  const step = steps.indexOf(requested) <= steps.indexOf(furthest) ? requested : 'details';

  const go = useCallback(
    (next: Step, options?: { readonly replace: boolean }) => {
      setFurthest((known) => (steps.indexOf(next) > steps.indexOf(known) ? next : known));
      void navigate(`${pathname}${search}`, { ...options, state: { step: next } satisfies StepState });
    },
    [navigate, pathname, search],
  );
  return { step, go };
}
