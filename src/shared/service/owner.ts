/** Opens the service inside the desktop app: main adds it to the requests of its own window, and knows its value alone. */
export const ownerHeader = 'x-clover-owner';

/** Where main gets a session for the owner of this computer. */
export const ownerSessionPath = '/owner/v1/session';

const prefix = 'embedded:';

/** The identity of the service inside the app; an installation keeps it from start to start. */
export const embeddedIdentity = (installationId: string): string => prefix + installationId;

/** Whether the person at this computer owns the service with this identity. */
export const isOwnersService = (identity: string | null): boolean => identity?.startsWith(prefix) ?? false;
