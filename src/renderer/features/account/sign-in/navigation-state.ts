import { useLocation, useSearchParams } from 'react-router-dom';
import { safeRedirect } from '../../../../shared/domain/safe-redirect.ts';

/**
 * `target` is the page to open after sign-in: the one that RequireSession stored in the history, else
 * `redirectTo`, else `fallback`. It is always a path of this app [ACCT-001, ACCT-002, ACCT-007]. `given` is
 * the page from `redirectTo`.
 */
export function useRedirectTarget(fallback: string): {
  readonly target: string;
  readonly redirectTo: string | undefined;
} {
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const target = safeRedirect(parameters.get('redirectTo'), fallback);
  return {
    target: safeRedirect(readText(state, 'from'), target),
    redirectTo: parameters.has('redirectTo') ? target : undefined,
  };
}

/** Sign-up passes the unconfirmed email to the sign-in page. */
export const unconfirmedEmailState = (email: string) => ({ unconfirmed: email });

export const readUnconfirmedEmail = (state: unknown): string | null => readText(state, 'unconfirmed') || null;

function readText(state: unknown, name: string): string | null {
  const value = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : null;
  return typeof value === 'string' ? value : null;
}
