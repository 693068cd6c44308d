import { z } from 'zod';
import { readStored, type StorageKey, writeStored } from '../../../lib/storage.ts';

export type ViewsPage = 'users' | 'logs';

/** Saved filters stay on this device, separately for each administrator. */
const viewSchema = z.object({
  name: z.string().min(1).max(60),
  /** URL parameters, such as `plan=starter&sort=name`. */
  search: z.string().min(1).max(1000),
});
export type SavedView = z.infer<typeof viewSchema>;

export const maxViews = 20;

const storedSchema = z.object({
  users: z.array(viewSchema).max(maxViews).catch([]),
  logs: z.array(viewSchema).max(maxViews).catch([]),
});
type StoredViews = z.infer<typeof storedSchema>;

const keyOf = (userId: string): StorageKey => `clover-admin-views:${userId}`;

/** If the stored text is damaged, there are no saved views. */
function readAll(userId: string): StoredViews {
  try {
    return storedSchema.parse(JSON.parse(readStored(keyOf(userId)) ?? '{}'));
  } catch {
    return { users: [], logs: [] };
  }
}

export const readViews = (userId: string, page: ViewsPage): readonly SavedView[] => readAll(userId)[page];

export const writeViews = (userId: string, page: ViewsPage, views: readonly SavedView[]): void =>
  void writeStored(keyOf(userId), JSON.stringify({ ...readAll(userId), [page]: views }));

/** Returns the URL's filters in a fixed order, without the page. */
export function filtersOf(params: URLSearchParams): string {
  const filters = new URLSearchParams(params);
  filters.delete('page');
  filters.sort();
  return filters.toString();
}
