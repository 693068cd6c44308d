/** An error whose message users may see. Other errors get a general message, because they may contain a secret. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}
