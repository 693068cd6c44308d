import { z } from 'zod';

/** The sum of three counts fits the database's 32-bit counters. Larger counts are ignored. */
export const tokenCount = z.number().int().min(0).max(700_000_000);
export const optionalCount = tokenCount.nullish().catch(null);

/** Reads a count in an object with details. Null if it is missing or invalid. */
export const detailCount = (name: string) =>
  z
    .looseObject({})
    .nullish()
    .catch(null)
    .transform((details) => optionalCount.parse(details?.[name]));
