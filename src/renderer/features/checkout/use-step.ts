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
 * The step on screen [CHECKOUT-004]. It lies in the browser's history, so that Back and Forward lead through the
 * steps; a step that this visit has not earned (after a reload, say) is the first one.
 */
export function useStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [furthest, setFurthest] = useState<Step>('details');
  const asked = isStepState(state) ? state.step : 'details';
  const step = steps.indexOf(asked) <= steps.indexOf(furthest) ? asked : 'details';

  const go = useCallback(
    (next: Step, options?: { readonly replace: boolean }) => {
      setFurthest((known) => (steps.indexOf(next) > steps.indexOf(known) ? next : known));
      void navigate(`${pathname}${search}`, { ...options, state: { step: next } satisfies StepState });
    },
    [navigate, pathname, search],
  );
  return { step, go };
}
