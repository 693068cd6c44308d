import { z } from 'zod';
import { storedRecords } from '../../../lib/stored-records.ts';

/** The message at the top of the view, and how many of its pixels are above the view. */
const placeSchema = z.object({ id: z.string(), offset: z.number() });
export type ReadingPlace = Readonly<z.infer<typeof placeSchema>>;

const MAX_CHATS = 200;

export const readingKey = (userId: string) => `clover-reading:${userId}` as const;

/** The place where the user stopped reading each chat on this device. None if they read to the end. */
export const { read: readPlace, write: writePlace } = storedRecords<ReadingPlace>(
  readingKey,
  placeSchema,
  MAX_CHATS,
);
