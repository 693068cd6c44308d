import { z } from 'zod';

/** Rows of a page. */
export const defaultPageSize = 50;
export const largestPageSize = 100;
/** Rows that can be paged to. Beyond them a search or a filter is quicker than a thousand clicks. */
export const farthestRow = 100_000;

/** Which page of a list is asked for, from 1. */
export const pageFields = {
  page: z.number().int().min(1).max(farthestRow).default(1),
  page_size: z.number().int().min(1).max(largestPageSize).default(defaultPageSize),
} as const;

/** How many rows there are in all. Counting stops at 10,000; `total_is_exact` is false where it did. */
export const totalFields = { total: z.number(), total_is_exact: z.boolean() } as const;

/** A moment as it is sent: ISO 8601 with a zone. */
export const momentSchema = z.iso.datetime({ offset: true });
/** A UTC day: `2026-11-21`. */
export const daySchema = z.iso.date();

/** What is typed into a search field; blank is no search. */
export const searchTextSchema = z.string().trim().max(200).optional();

/** A file that the console offers for saving. */
export const exportSchema = z.object({
  file_name: z.string(),
  /** Text of the file. No cell of it is a formula to a spreadsheet. */
  csv: z.string(),
  /** Rows without the head; `is_cut` where there were more than the file may hold. */
  rows: z.number(),
  is_cut: z.boolean(),
});
