import { z } from 'zod';
import { readStored, type StorageKey, writeStored } from '../../../lib/storage.ts';

/** The lists that have saved views. */
export type ViewsPage = 'users' | 'logs';

/** A named set of filters, kept on this device for each administrator. */
const viewSchema = z.object({
  name: z.string().min(1).max(60),
  /** Parameters of the URL: `plan=starter&sort=name`. */
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

/** Without views if the stored text is damaged. */
function readAll(userId: string): StoredViews {
  try {
    return storedSchema.parse(JSON.parse(readStored(keyOf(userId)) ?? '{}'));
  } catch {
    return { users: [], logs: [] };
  }
}

export const readViews = (userId: string, page: ViewsPage): readonly SavedView[] => readAll(userId)[page];

export const writeViews = (userId: string, page: ViewsPage, views: readonly SavedView[]): void =>
  writeStored(keyOf(userId), JSON.stringify({ ...readAll(userId), [page]: views }));

/** The filters of a URL in a fixed order, without the page. Empty without filters. */
export function filtersOf(params: URLSearchParams): string {
  const filters = new URLSearchParams(params);
  filters.delete('page');
  filters.sort();
  return filters.toString();
}
