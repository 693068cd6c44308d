import type { Session } from '@supabase/supabase-js';

/**
 * What a session must do before it is accepted. `second-factor`: enter a code. `new-password`: set a new password,
 * requested by an administrator. Enforced by the service; shown by the app.
 */
export type Hold = 'second-factor' | 'new-password';

/** The requirement according to the session itself; null if there is none. */
export function holdOf({ user, access_token: token }: Session): Hold | null {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && levelOf(token) !== 'aal2' ? 'second-factor' : null;
}

/** The requirement according to the service (`session_requirement`). */
export function toHold(requirement: unknown): Hold | null {
  if (requirement === 'second_factor') return 'second-factor';
  return requirement === 'new_password' ? 'new-password' : null;
}

/** The token's assurance level; `aal1`, the lowest, if it can't be read. */
function levelOf(token: string): string {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims === 'object' && claims !== null && 'aal' in claims) return String(claims.aal);
  } catch {
    // The service will refuse the token.
  }
  return 'aal1';
}
