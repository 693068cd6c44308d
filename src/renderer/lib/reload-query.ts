import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Loads a query after a change. Cancels a first request that is still running: invalidating would wait for its
 * response, which may be older than the change.
 */
export async function reloadQuery(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
