const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The user that an access token names, or null when it is no token. The signature is not checked, as a client has no
 * key for it: the answer only says whose keys are meant, and before one is used the service has accepted the token.
 */
export function userOfToken(token: string): string | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const subject = typeof claims === 'object' && claims !== null && 'sub' in claims ? claims.sub : null;
    return typeof subject === 'string' && uuid.test(subject) ? subject : null;
  } catch {
    return null;
  }
}
