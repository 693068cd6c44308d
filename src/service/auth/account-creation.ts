import type { AuthContext } from './context.ts';
import { isUniqueViolation } from './database-error.ts';
import { checkNewEmail } from './email.ts';
import { AuthFailure } from './failure.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { insertUser, type UserRow } from './users.ts';

/** An account made by the service or by an administrator rather than by signing up. */
export interface AccountInput {
  readonly email: string;
  /** Without one the account cannot sign in until it gets one. */
  readonly password?: string | undefined;
  readonly isEmailConfirmed: boolean;
  readonly userMetadata?: Metadata | undefined;
  readonly appMetadata?: Metadata | undefined;
  readonly bannedUntil?: Date | null;
  /** Chosen beforehand, so that making it again after a crash is refused rather than doubled. */
  readonly id?: string | undefined;
}

export const emailExists = () =>
  new AuthFailure(422, 'email_exists', 'A user with this email address has already been registered');

/** Makes an account; throws validation_failed, weak_password, email_address_invalid or email_exists. */
export async function createAccount(input: AccountInput, context: AuthContext): Promise<UserRow> {
  const email = checkNewEmail(input.email, context.settings.demoEmail);
  if (input.password) checkNewPassword(input.password);
  const userMetadata = mergeMetadata({}, input.userMetadata ?? {});
  const appMetadata = mergeMetadata({}, input.appMetadata ?? {});
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  try {
    return await context.database.transaction((tx) =>
      insertUser(
        tx,
        {
          email,
          passwordHash,
          isEmailConfirmed: input.isEmailConfirmed,
          userMetadata,
          appMetadata,
          bannedUntil: input.bannedUntil ?? null,
          ...(input.id && { id: input.id }),
        },
        context.clock(),
      ),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw emailExists();
    throw error;
  }
}
