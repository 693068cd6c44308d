import { brand } from '../../shared/brand.ts';

export const noResponse = `${brand}'s service doesn't respond.`;

export const unreachable = `${noResponse} Check your connection, then try again.`;
