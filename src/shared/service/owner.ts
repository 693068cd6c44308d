/**
 * The header that gives the desktop window access to its service. Only the main process knows the value, and adds it to
 * the window's requests.
 */
export const ownerHeader = 'x-clover-owner';

/** The path that returns a session for the owner of this computer. */
export const ownerSessionPath = '/owner/v1/session';

const identityPrefix = 'embedded:';

/** Returns the identity of the embedded service, which is the same at every start. */
export const embeddedIdentity = (installationId: string): string => identityPrefix + installationId;

/** Returns whether this is the identity of an embedded service. */
export const isOwnersService = (identity: string | null): boolean =>
  identity?.startsWith(identityPrefix) ?? false;
