import { QueryClient } from '@tanstack/react-query';

/** How long fetched data counts as fresh; realtime events and mutations end it earlier [UX-006]. */
export const freshFor = 30_000;

/** A cache with the product's defaults: failed queries are retried once, data is fresh for 30 seconds [UX-006]. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: freshFor } } });

/** The app's cache. It is emptied when the person changes, so that nobody meets another one's rows. */
export const queryClient = createQueryClient();
