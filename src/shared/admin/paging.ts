import { z } from 'zod';

/** Which page of a list to return, from 1. */
export const pageFields = {
  page: z.number().int().min(1).max(100_000).default(1),
  page_size: z.number().int().min(1).max(100).default(50),
} as const;

/** Rows on all pages. Counting stops at 10,000; `total_is_exact` is then false. */
export const totalFields = { total: z.number(), total_is_exact: z.boolean() } as const;

/** A time in ISO 8601 with a zone. */
export const momentSchema = z.iso.datetime({ offset: true });
/** A UTC day: `2026-11-21`. */
export const daySchema = z.iso.date();

/** The text of a search field; an empty one searches for nothing. */
export const searchTextSchema = z.string().trim().max(200).optional();

/** A file to download. */
export const exportSchema = z.object({
  file_name: z.string(),
  csv: z.string(),
  /** Rows without the header; `is_cut` if the file could not hold all. */
  rows: z.number(),
  is_cut: z.boolean(),
});
