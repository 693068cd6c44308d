import type { WebContents } from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import type { OfferedModel } from '../../shared/providers/listed-model.ts';
import type { FindLocalModels } from '../providers/local-models.ts';
import { handle } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

type ListOwnModels = (
  accessToken: string,
  vendor: string,
  signal: AbortSignal,
) => Promise<readonly OfferedModel[]>;

export function registerModels(list: ListOwnModels, findLocal: FindLocalModels): void {
  const pages = new Map<number, AbortController>();
  const watch = createPageWatch((pageId) => {
    pages.get(pageId)?.abort();
    pages.delete(pageId);
  });

  const signalOf = (contents: WebContents): AbortSignal => {
    watch(contents);
    const page = pages.get(contents.id) ?? new AbortController();
    pages.set(contents.id, page);
    return page.signal;
  };

  handle(channels.listModels, async ({ accessToken, vendor }, contents) => ({
    models: [...(await list(accessToken, vendor, signalOf(contents)))],
  }));
  handle(channels.findLocalModels, async (_input, contents) => {
    const localServers = await findLocal(signalOf(contents));
    return { servers: localServers.map(({ name, models }) => ({ name, models: [...models] })) };
  });
}
