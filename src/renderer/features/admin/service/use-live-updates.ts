import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChannel } from '../../../lib/follow-channel.ts';

/** Milliseconds. Rows that change within this time cause only one request. */
const debounce = 250;

export interface LiveUpdates {
  readonly name: string;
  readonly tables: readonly string[];
  /** These queries are refetched when a table changes. */
  readonly queries: readonly QueryKey[];
}

/** Refetches queries when rows change on the service. Pass null to subscribe to nothing. */
export function useLiveUpdates(updates: LiveUpdates | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!updates) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      for (const queryKey of updates.queries) void client.invalidateQueries({ queryKey });
    };
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(refetch, debounce);
    };
    // The unique name lets a new channel open while the previous one is still closing.
    const leave = followChannel(`${updates.name}-${crypto.randomUUID()}`, {
      bind: (channel) => {
        for (const table of updates.tables)
          channel.on('postgres_changes', { event: '*', schema: 'public', table }, schedule);
        return channel;
      },
      onOpen: (isReconnect) => {
        if (isReconnect) schedule();
      },
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [client, updates]);
}
