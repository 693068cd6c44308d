import { z } from 'zod';

/** The page of a list to return, starting at 1. */
export const pageFields = {
  page: z.number().int().min(1).max(100_000).default(1),
  page_size: z.number().int().min(1).max(100).default(50),
} as const;

/** The number of rows on all pages, counted up to 10,000. `total_is_exact` is false if there are more. */
export const totalFields = { total: z.number(), total_is_exact: z.boolean() } as const;

export const timeSchema = z.iso.datetime({ offset: true });
/** A UTC day: `2026-11-21`. */
export const daySchema = z.iso.date();

/** The text of a search field. An empty text does not filter. */
export const searchTextSchema = z.string().trim().max(200).optional();

export const exportSchema = z.object({
  file_name: z.string(),
  csv: z.string(),
  /** The number of rows without the header. `is_cut` is true if some rows did not fit. */
  rows: z.number(),
  is_cut: z.boolean(),
});
