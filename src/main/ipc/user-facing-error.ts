/** A failure whose text is meant for the user. Any other error is told as a plain sentence, because its text may hold a secret. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}
