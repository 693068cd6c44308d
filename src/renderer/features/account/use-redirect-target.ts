import { useSearchParams } from 'react-router-dom';
import { safeRedirect } from '../../../shared/domain/safe-redirect.ts';

/** Where `redirectTo` leads: a path inside the product, otherwise `fallback` [ACCT-001, ACCT-002, ACCT-007]. */
export function useRedirectTarget(fallback: string): {
  readonly target: string;
  readonly given: string | undefined;
} {
  const [parameters] = useSearchParams();
  const target = safeRedirect(parameters.get('redirectTo'), fallback);
  return { target, given: parameters.has('redirectTo') ? target : undefined };
}
