import { useLocation, useSearchParams } from 'react-router-dom';
import { safeRedirect } from '../../../shared/domain/safe-redirect.ts';

/**
 * Where `redirectTo` leads: a path inside the product, otherwise `fallback` [ACCT-001, ACCT-002, ACCT-007]. Whoever was
 * put out of a page by the end of their session goes back to that very page.
 */
export function useRedirectTarget(fallback: string): {
  readonly target: string;
  readonly given: string | undefined;
} {
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const target = safeRedirect(parameters.get('redirectTo'), fallback);
  return {
    target: safeRedirect(fromOf(state), target),
    given: parameters.has('redirectTo') ? target : undefined,
  };
}

/** The page that RequireSession left behind in the history. */
function fromOf(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' ? from : null;
}
