import type { User } from '@supabase/supabase-js';
import { storageKeys, writeStored } from './storage.ts';

export type Plan = 'guest' | 'starter' | 'professional';

/** What the service says a person may do, read from its tables; screens show it, the service enforces it. */
export interface Entitlements {
  readonly plan: Plan;
  readonly isAdmin: boolean;
}

/** The person signed in, as the interface sees them [ACCT-038]. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The address that both mailboxes have still to agree to; null when none is waiting. */
  readonly newEmail: string | null;
  readonly isDemo: boolean;
  readonly isAnonymous: boolean;
  /** Null until the service has said it. */
  readonly plan: Plan | null;
  readonly isProfessional: boolean;
  /** Decides whether a link is drawn, never what stands behind it. */
  readonly isAdmin: boolean;
}

/** Reads the person from the auth service's user row. The name falls back to the e-mail's first part, then "User" [ACCT-039]. */
export function toSessionUser(user: User, entitlements: Entitlements | null): SessionUser {
  const given: Record<string, unknown> = user.user_metadata;
  const email = user.email || text(given.email);
  return {
    id: user.id,
    email,
    name: text(given.name) || text(given.full_name) || email.split('@')[0] || 'User',
    newEmail: user.new_email || null,
    isDemo: given.isDemo === true,
    isAnonymous: user.is_anonymous === true,
    plan: entitlements?.plan ?? null,
    isProfessional: entitlements?.plan === 'professional',
    isAdmin: entitlements?.isAdmin ?? false,
  };
}

/** Keeps the documented copies of the person in local storage, for screens only [ACCT-040, ACCT-041, UX-009]. */
export function mirrorUser(user: SessionUser | null): void {
  writeStored(storageKeys.isAuthenticated, user && 'true');
  writeStored(storageKeys.userName, user && user.name);
  writeStored(storageKeys.userEmail, user && user.email);
  writeStored(storageKeys.isProfessional, user && String(user.isProfessional));
  writeStored(storageKeys.isDemo, user && String(user.isDemo));
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
