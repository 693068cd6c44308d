import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { callUsers } from '../call-users.ts';
import { userTexts } from '../texts.ts';
import { isAdministrator } from '../user.ts';

/** Account actions that need only a confirmation [ADMIN-030..036]. */
export type AccountAction = keyof typeof userTexts.actions;

export type UserAction = AccountAction | 'suspend' | 'plan' | 'budget' | 'merge';

interface AccountActionRules {
  /** Title of the error toast [ADMIN-049..051]. */
  readonly failed: string;
  readonly isDangerous?: boolean;
  /** True if the action needs a reason for the audit log. */
  readonly asksReason?: boolean;
  /** True if the service refuses the action on the administrator's own account. */
  readonly isRefusedForSelf?: boolean;
  readonly isOffered: (user: AdminUser) => boolean;
  readonly run: (user: AdminUser, reason: string) => Promise<unknown>;
  readonly undo?: (user: AdminUser) => Promise<unknown>;
}

const setRole =
  (role: 'admin' | 'banned' | 'restricted', granted: boolean) =>
  (user: AdminUser, reason = '') =>
    callUsers('set-role', { user: user.id, role, granted, ...(reason && { reason }) });
const setVerified = (verified: boolean) => (user: AdminUser) =>
  callUsers('set-verified', { user: user.id, verified });

export const accountActions: Readonly<Record<AccountAction, AccountActionRules>> = {
  'grant-admin': {
    failed: userTexts.permissionFailed,
    isOffered: (user) => !isAdministrator(user) && !user.is_guest,
    run: (user) => setRole('admin', true)(user),
    undo: setRole('admin', false),
  },
  'revoke-admin': {
    failed: userTexts.permissionFailed,
    isRefusedForSelf: true,
    isOffered: isAdministrator,
    run: (user) => setRole('admin', false)(user),
    undo: setRole('admin', true),
  },
  restrict: {
    failed: userTexts.actionFailed,
    asksReason: true,
    isRefusedForSelf: true,
    isOffered: ({ roles }) => !roles.includes('restricted') && !roles.includes('banned'),
    run: setRole('restricted', true),
    undo: setRole('restricted', false),
  },
  ban: {
    failed: userTexts.actionFailed,
    isDangerous: true,
    asksReason: true,
    isRefusedForSelf: true,
    isOffered: ({ roles }) => !roles.includes('banned'),
    run: setRole('banned', true),
    undo: setRole('banned', false),
  },
  lift: {
    failed: userTexts.actionFailed,
    isRefusedForSelf: true,
    isOffered: ({ access }) => access !== 'active',
    run: (user) => callUsers('lift', { user: user.id }),
  },
  'reset-password': {
    failed: userTexts.actionFailed,
    isRefusedForSelf: true,
    isOffered: (user) => !user.is_guest && !user.forced_password_reset,
    run: (user) => callUsers('reset-password', { user: user.id }),
  },
  verify: {
    failed: userTexts.actionFailed,
    isOffered: (user) => !user.is_guest && !user.email_verified,
    run: setVerified(true),
    undo: setVerified(false),
  },
  unverify: {
    failed: userTexts.actionFailed,
    // Administrators need a verified email to sign in.
    isOffered: (user) => !user.is_guest && user.email_verified && !isAdministrator(user),
    run: setVerified(false),
    undo: setVerified(true),
  },
  delete: {
    failed: userTexts.deletionFailed,
    isDangerous: true,
    isRefusedForSelf: true,
    isOffered: () => true,
    run: (user) => callUsers('delete', { user: user.id }),
  },
};

export const isAccountAction = (action: UserAction): action is AccountAction => action in accountActions;
