import type { Session } from '@supabase/supabase-js';

/**
 * What still stands between a session and the product. `second-factor`: the account has one, and this session has not
 * used it. `new-password`: an administrator asked for a new password. The service lets neither through; this says so
 * on screen.
 */
export type Hold = 'second-factor' | 'new-password';

/** What holds a session back as far as the session itself tells; null when nothing does. */
export function holdOf({ user, access_token: token }: Session): Hold | null {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && levelOf(token) !== 'aal2' ? 'second-factor' : null;
}

/** What holds the caller's session back as the service tells (`session_requirement`). */
export function toHold(requirement: unknown): Hold | null {
  if (requirement === 'second_factor') return 'second-factor';
  return requirement === 'new_password' ? 'new-password' : null;
}

/** The assurance level that a token names; `aal1` for one that cannot be read, as the least that it can be. */
function levelOf(token: string): string {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims === 'object' && claims !== null && 'aal' in claims) return String(claims.aal);
  } catch {
    // Not a token of ours: the service will say so.
  }
  return 'aal1';
}
