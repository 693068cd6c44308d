import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { actOnUsers } from '../data/act-on-users.ts';
import { userTexts } from '../texts.ts';
import { isAdministrator, isHeldBack } from '../user.ts';

/** What is done to an account after one question. */
export const simpleActs = [
  'grant-admin',
  'revoke-admin',
  'restrict',
  'ban',
  'lift',
  'reset-password',
  'verify',
  'unverify',
  'delete',
] as const;
export type SimpleAct = (typeof simpleActs)[number];

export interface ActDescription {
  readonly label: string;
  readonly title: (name: string) => string;
  readonly text: string;
  readonly confirm: string;
  /** Told once it is done. */
  readonly done: (name: string) => string;
  /** The documented title of its failure. */
  readonly failed: string;
  readonly isDangerous?: boolean;
  /** Whether a reason is asked for, which the audit log keeps. */
  readonly asksReason?: boolean;
  /** The act that takes it back. */
  readonly undo?: (user: AdminUser) => Promise<unknown>;
  readonly isOffered: (user: AdminUser) => boolean;
  readonly run: (user: AdminUser, reason: string) => Promise<unknown>;
}

const setRole = (user: AdminUser, role: 'admin' | 'banned' | 'restricted', granted: boolean, reason = '') =>
  actOnUsers('set-role', { user: user.id, role, granted, ...(reason && { reason }) });
const setVerified = (user: AdminUser, verified: boolean) =>
  actOnUsers('set-verified', { user: user.id, verified });

/** The acts, and what is said about each [ADMIN-030..036]. */
export const actDescriptions: Readonly<Record<SimpleAct, ActDescription>> = {
  'grant-admin': {
    label: 'Grant administrator',
    title: (name) => `Make ${name} an administrator?`,
    text: 'Administrators use this whole console: users, vendors, keys, settings and the audit log.',
    confirm: 'Grant administrator',
    done: (name) => `${name} is an administrator now`,
    failed: userTexts.permissionFailed,
    isOffered: (user) => !isAdministrator(user) && !user.is_guest,
    run: (user) => setRole(user, 'admin', true),
    undo: (user) => setRole(user, 'admin', false),
  },
  'revoke-admin': {
    label: 'Revoke administrator',
    title: (name) => `Take the administrator role from ${name}?`,
    text: 'The console closes for them at once. The account itself stays.',
    confirm: 'Revoke administrator',
    done: (name) => `${name} is no administrator any more`,
    failed: userTexts.permissionFailed,
    isOffered: isAdministrator,
    run: (user) => setRole(user, 'admin', false),
    undo: (user) => setRole(user, 'admin', true),
  },
  restrict: {
    label: 'Restrict',
    title: (name) => `Restrict ${name}?`,
    text: 'The person reads what is there and cannot send, until an administrator lifts it.',
    confirm: 'Restrict',
    done: (name) => `${name} is restricted`,
    failed: userTexts.actionFailed,
    asksReason: true,
    isOffered: (user) => !user.roles.includes('restricted') && !user.roles.includes('banned'),
    run: (user, reason) => setRole(user, 'restricted', true, reason),
    undo: (user) => setRole(user, 'restricted', false),
  },
  ban: {
    label: 'Ban',
    title: (name) => `Ban ${name}?`,
    text: 'Every session ends, and the person cannot use the product until an administrator lifts it.',
    confirm: 'Ban',
    done: (name) => `${name} is banned`,
    failed: userTexts.actionFailed,
    isDangerous: true,
    asksReason: true,
    isOffered: (user) => !user.roles.includes('banned'),
    run: (user, reason) => setRole(user, 'banned', true, reason),
    undo: (user) => setRole(user, 'banned', false),
  },
  lift: {
    label: 'Lift all restrictions',
    title: (name) => `Lift everything that holds ${name} back?`,
    text: 'Bans and restrictions end, those for a time too.',
    confirm: 'Lift',
    done: (name) => `${name} is held back by nothing any more`,
    failed: userTexts.actionFailed,
    isOffered: isHeldBack,
    run: (user) => actOnUsers('lift', { user: user.id }),
  },
  'reset-password': {
    label: 'Force a password reset',
    title: (name) => `Make ${name} choose a new password?`,
    text: 'Every session ends. Until a new password is chosen, the account can do nothing else.',
    confirm: 'Force the reset',
    done: (name) => `${name} must choose a new password`,
    failed: userTexts.actionFailed,
    isOffered: (user) => !user.is_guest && !user.forced_password_reset,
    run: (user) => actOnUsers('reset-password', { user: user.id }),
  },
  verify: {
    label: 'Mark address as verified',
    title: (name) => `Mark the address of ${name} as verified?`,
    text: 'Do this only when you know that the address belongs to the person.',
    confirm: 'Mark as verified',
    done: (name) => `The address of ${name} is verified`,
    failed: userTexts.actionFailed,
    isOffered: (user) => !user.is_guest && !user.email_verified,
    run: (user) => setVerified(user, true),
    undo: (user) => setVerified(user, false),
  },
  unverify: {
    label: 'Mark address as not verified',
    title: (name) => `Mark the address of ${name} as not verified?`,
    text: 'The person has to confirm the address again.',
    confirm: 'Mark as not verified',
    done: (name) => `The address of ${name} is not verified any more`,
    failed: userTexts.actionFailed,
    // An administrator's stays so: without it nobody signs in again.
    isOffered: (user) => !user.is_guest && user.email_verified && !isAdministrator(user),
    run: (user) => setVerified(user, false),
    undo: (user) => setVerified(user, true),
  },
  delete: {
    label: 'Delete account',
    title: (name) => `Delete ${name}?`,
    text: 'The account, its chats, messages, images and keys are erased. The audit log keeps what was done, without names. It cannot be undone.',
    confirm: 'Delete account',
    done: (name) => `${name} was deleted`,
    failed: userTexts.deletionFailed,
    isDangerous: true,
    isOffered: () => true,
    run: (user) => actOnUsers('delete', { user: user.id }),
  },
};
