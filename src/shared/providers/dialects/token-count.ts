import { z } from 'zod';

/** What a counter of the database can hold; larger numbers of a vendor are ignored. */
export const tokenCount = z.number().int().min(0).max(2_147_483_647);
