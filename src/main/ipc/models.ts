import { channels } from '../../shared/ipc/channels.ts';
import type { OfferedModel } from '../../shared/providers/listed-model.ts';
import { handle } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

type ListOwnModels = (
  accessToken: string,
  vendor: string,
  signal: AbortSignal,
) => Promise<readonly OfferedModel[]>;

/** The models of the user's own server. */
export function registerModels(list: ListOwnModels): void {
  const pages = new Map<number, AbortController>();
  const watch = createPageWatch((pageId) => {
    pages.get(pageId)?.abort();
    pages.delete(pageId);
  });

  handle(channels.listModels, async ({ accessToken, vendor }, contents) => {
    watch(contents);
    const page = pages.get(contents.id) ?? new AbortController();
    pages.set(contents.id, page);
    return { models: [...(await list(accessToken, vendor, page.signal))] };
  });
}
