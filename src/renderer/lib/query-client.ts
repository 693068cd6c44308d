import { QueryClient } from '@tanstack/react-query';

/** Milliseconds until data is stale, unless an event or mutation invalidates it earlier [UX-006]. */
const defaultStaleTime = 30_000;

/** Queries are retried once, and their data is fresh for 30 seconds [UX-006]. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // The service may be reachable although the browser reports no network, for example on this computer.
      queries: { retry: 1, staleTime: defaultStaleTime, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });

/** Cleared when the user changes, so that no one sees another user's rows. */
export const queryClient = createQueryClient();
