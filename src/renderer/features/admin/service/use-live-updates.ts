import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChannel } from '../../../lib/follow-channel.ts';

/** Rows that change within this time cause one request (ms). */
const debounce = 250;

export interface LiveUpdates {
  /** Prefix of the realtime channel's name. */
  readonly name: string;
  readonly tables: readonly string[];
  /** Queries to refetch when one of the tables changes. */
  readonly queries: readonly QueryKey[];
}

/** Refetches queries when rows change on the service; null subscribes to nothing. */
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
    // A unique name, so that resuming right after a pause does not wait for the old channel to close.
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
