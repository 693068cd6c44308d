import { brand } from '../../shared/brand.ts';

/** All screens use the same text for a service that does not respond. */
export const noResponse = `${brand}'s service doesn't respond.`;

export const unreachable = `${noResponse} Check your connection, then try again.`;
