import { brand } from '../../shared/brand.ts';

export const noResponse = `${brand}'s service isn't responding.`;

export const unreachable = `${noResponse} Check your connection, then try again.`;
