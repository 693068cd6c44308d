import { z } from 'zod';

/** A sum of three fits a counter of the database, which has 32 bits; larger numbers of a vendor are ignored. */
export const tokenCount = z.number().int().min(0).max(700_000_000);
export const optionalCount = tokenCount.nullish().catch(null);

/** A count in an object of details; null if there is none, or it can't be read. */
export const countIn = (name: string) =>
  z
    .looseObject({})
    .nullish()
    .catch(null)
    .transform((details) => optionalCount.parse(details?.[name]));
