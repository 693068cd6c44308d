import { brand } from '../../shared/brand.ts';

/** The words for a service without a response, wherever it is the cause. */
export const noResponse = `${brand}'s service doesn't respond.`;

export const unreachable = `${noResponse} Check your connection, then try again.`;
