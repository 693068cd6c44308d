import { queryOptions } from '@tanstack/react-query';
import { loadModule } from '../../lib/load-module.ts';
import type { Vendor } from '../../lib/vendors.ts';
import { getAvailableModels } from './get-available-models.ts';
import { getModelsOf } from './own-sections.ts';

/** [MODEL-023] */
const STALE_TIME = 15_000;

export const loadLocalSections = () => loadModule(() => import('./local-sections.ts'));

export const modelQueries = {
  everything: ['models'] as const,
  /** Also reloaded when a table of models changes [MODEL-040]. */
  available: () =>
    queryOptions({
      queryKey: [...modelQueries.everything, 'available'],
      queryFn: ({ client }) => getAvailableModels(client),
      staleTime: STALE_TIME,
    }),
  ofVendors: (vendors: readonly Vendor[]) =>
    queryOptions({
      queryKey: [...modelQueries.everything, 'vendors', vendors.map(({ name }) => name)],
      queryFn: () => getModelsOf(vendors),
      staleTime: STALE_TIME,
      enabled: vendors.length > 0,
    }),
  onThisComputer: () =>
    queryOptions({
      queryKey: [...modelQueries.everything, 'this-computer'],
      queryFn: async () => (await loadLocalSections()).findLocalSections(),
      staleTime: STALE_TIME,
      // The servers may not exist, so failed requests are not retried.
      retry: false,
    }),
  onOwnServer: (server: Vendor | null) =>
    queryOptions({
      queryKey: [...modelQueries.everything, 'own-server', server?.endpointOrigin],
      queryFn: async ({ signal }) =>
        server ? (await loadLocalSections()).getOwnServerModels(server, signal) : [],
      staleTime: STALE_TIME,
      enabled: server !== null,
    }),
};
