import { QueryClient } from '@tanstack/react-query';

/** How long (ms) data is fresh, unless an event or mutation invalidates it [UX-006]. */
export const freshFor = 30_000;

/** One retry, fresh for 30 seconds [UX-006]. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: freshFor } } });

/** Cleared when the user changes, so that no one sees another user's rows. */
export const queryClient = createQueryClient();
