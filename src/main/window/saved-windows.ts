import { z } from 'zod';
import { windowPlaceSchema } from './bounds.ts';

const chatPath = /^\/chat(?:\?id=[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;

/** A window that was open when the app quit: its chat and its position. */
export const savedWindowSchema = z.object({ path: z.string().regex(chatPath), place: windowPlaceSchema });
export type SavedWindow = z.infer<typeof savedWindowSchema>;

/** Opening more windows at once would make the start slow. */
export const maxSavedWindows = 10;

/** Returns the path of the chat that a page shows. Other pages become a new chat. */
export function chatPathOf(address: string): string {
  // The URL is empty until the page has loaded.
  if (!URL.canParse(address)) return '/chat';
  const { pathname, searchParams } = new URL(address);
  const path = `${pathname}?id=${searchParams.get('id') ?? ''}`;
  return chatPath.test(path) ? path : '/chat';
}
