import type { Session } from '@supabase/supabase-js';
import { readClaims } from '../../shared/domain/token-claims.ts';

/**
 * What a session must do before it is accepted. `second-factor`: enter a code. `new-password`: set a new password,
 * requested by an administrator. Enforced by the service; shown by the app.
 */
export type SessionRequirement = 'second-factor' | 'new-password';

/** The requirement according to the session itself; null if there is none. */
export function requirementOf({ user, access_token: token }: Session): SessionRequirement | null {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && readClaims(token)?.['aal'] !== 'aal2' ? 'second-factor' : null;
}
