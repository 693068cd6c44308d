/** Gives access to the service in the desktop app. Only main knows its value and adds it to its window's requests. */
export const ownerHeader = 'x-clover-owner';

/** Returns a session for the owner of this computer. */
export const ownerSessionPath = '/owner/v1/session';

const prefix = 'embedded:';

/** The identity of the service in the app; the same after each start. */
export const embeddedIdentity = (installationId: string): string => prefix + installationId;

/** Whether the user of this computer owns the service with this identity. */
export const isOwnersService = (identity: string | null): boolean => identity?.startsWith(prefix) ?? false;
