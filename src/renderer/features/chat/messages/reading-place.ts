import { z } from 'zod';
import { readStored, writeStored } from '../../../lib/storage.ts';

/** The message at the top of the view, and how many of its pixels are above the view. */
const placeSchema = z.object({ id: z.string(), offset: z.number() });
export type ReadingPlace = Readonly<z.infer<typeof placeSchema>>;

const placesSchema = z.record(z.string(), placeSchema);
const MAX_CHATS = 200;

export const readingKey = (userId: string) => `clover-reading:${userId}` as const;

function readAll(userId: string): Readonly<Record<string, ReadingPlace>> {
  try {
    return placesSchema.parse(JSON.parse(readStored(readingKey(userId)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Returns where the user stopped reading a chat on this device. Null if they read to the end. */
export const readPlace = (userId: string, chatId: string): ReadingPlace | null =>
  readAll(userId)[chatId] ?? null;

export function writePlace(userId: string, chatId: string, place: ReadingPlace | null): void {
  const { [chatId]: before, ...others } = readAll(userId);
  if (!place && !before) return;
  const latest = [...Object.entries(others), ...(place ? [[chatId, place] as const] : [])].slice(-MAX_CHATS);
  writeStored(readingKey(userId), JSON.stringify(Object.fromEntries(latest)));
}
