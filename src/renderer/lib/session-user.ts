import type { User } from '@supabase/supabase-js';
import { isPinned } from './encrypted-device.ts';
import type { ModelChoice } from './model-choice.ts';
import { encrypted, storageKeys, writeStored } from './storage.ts';

export type Plan = 'guest' | 'starter' | 'professional';

/** The user's rights, which the service reports and enforces. Screens only show them. */
export interface Entitlements {
  readonly plan: Plan;
  readonly isAdmin: boolean;
}

/** The signed-in user [ACCT-038]. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The requested new email, until both the old and the new email have confirmed the change. */
  readonly newEmail: string | null;
  readonly isDemo: boolean;
  readonly isAnonymous: boolean;
  /** True if the texts of the account are encrypted on its devices. */
  readonly isEncrypted: boolean;
  /** True if drafts are synced between devices. */
  readonly sharesDrafts: boolean;
  /** Null until the access is loaded. */
  readonly plan: Plan | null;
  readonly isProfessional: boolean;
  /** Only decides whether links are shown. */
  readonly isAdmin: boolean;
  /** The model for new chats. Null if new chats use the last selected model. */
  readonly defaultModel: ModelChoice | null;
}

/** Creates the user. The name falls back to the first part of the email, then to "User" [ACCT-039]. */
export function toSessionUser(user: User, entitlements: Entitlements | null): SessionUser {
  const isEncrypted = user.app_metadata['encrypted_history'] === true || isPinned(user.id);
  encrypted.account = isEncrypted ? user.id : null;
  const metadata: Record<string, unknown> = user.user_metadata;
  const email = user.email || text(metadata.email);
  return {
    id: user.id,
    email,
    name: text(metadata.name) || text(metadata.full_name) || email.split('@')[0] || 'User',
    newEmail: user.new_email || null,
    isDemo: metadata.isDemo === true,
    isAnonymous: user.is_anonymous === true,
    isEncrypted,
    sharesDrafts: metadata.shares_drafts === true,
    plan: entitlements?.plan ?? null,
    isProfessional: entitlements?.plan === 'professional',
    isAdmin: entitlements?.isAdmin ?? false,
    defaultModel: defaultModelOf(metadata),
  };
}

function defaultModelOf({ default_model, default_vendor }: Record<string, unknown>): ModelChoice | null {
  const id = text(default_model);
  return id ? { id, vendorName: text(default_vendor) || null } : null;
}

/** Copies the user to local storage for display only [ACCT-040, ACCT-041, UX-009]. */
export function mirrorUser(user: SessionUser | null): void {
  if (!user) encrypted.account = null;
  writeStored(storageKeys.isAuthenticated, user && 'true');
  writeStored(storageKeys.userName, user && user.name);
  writeStored(storageKeys.userEmail, user && user.email);
  writeStored(storageKeys.isProfessional, user && String(user.isProfessional));
  writeStored(storageKeys.isDemo, user && String(user.isDemo));
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
