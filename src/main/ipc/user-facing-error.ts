/**
 * An error whose message users may see. Other errors are replaced by a general message, because they may contain a
 * secret.
 */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}
