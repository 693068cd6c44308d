import type { SessionRequirement } from './session-requirement.ts';
import type { Entitlements } from './session-user.ts';

/** The response of the SQL function `own_access` about the caller. */
interface Access {
  readonly isBanned: boolean;
  readonly isEncrypted: boolean;
  readonly requirement: SessionRequirement | null;
  readonly entitlements: Entitlements;
}

/** Reads the caller's access. Missing or unknown values grant no rights. */
export function toAccess(answer: unknown): Access {
  const { access, plan, is_admin, requirement, encryption } = Object(answer) as Readonly<
    Record<string, unknown>
  >;
  return {
    isBanned: access === 'banned',
    isEncrypted: Boolean(encryption),
    requirement:
      requirement === 'second_factor'
        ? 'second-factor'
        : requirement === 'new_password'
          ? 'new-password'
          : null,
    entitlements: {
      plan: plan === 'professional' || plan === 'guest' ? plan : 'starter',
      isAdmin: is_admin === true,
    },
  };
}

/** The name of the channel that reports changes of the user's access. */
export const accountChannel = (userId: string): string => `account-access:${userId}`;
