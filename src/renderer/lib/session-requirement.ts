import type { Session } from '@supabase/supabase-js';
import { readClaims } from '../../shared/domain/token-claims.ts';

/**
 * What a session must do before it is accepted. `second-factor`: enter a code. `new-password`: set a new password,
 * because an administrator requires it. The service enforces it; the app shows it.
 */
export type SessionRequirement = 'second-factor' | 'new-password';

/**
 * Returns `second-factor` if the session still needs a code, otherwise null. Only the service can check whether a new
 * password is required.
 */
export function requirementOf({ user, access_token: token }: Session): SessionRequirement | null {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && readClaims(token)?.['aal'] !== 'aal2' ? 'second-factor' : null;
}
