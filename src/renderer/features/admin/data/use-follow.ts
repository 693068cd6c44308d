import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChannel } from '../../../lib/follow-channel.ts';

/** Rows that change together are asked for once (ms). */
const together = 250;

/** Which tables bear on which of a page's questions. */
export interface Followed {
  /** What the name of the channel begins with. */
  readonly name: string;
  readonly tables: readonly string[];
  readonly queries: readonly QueryKey[];
}

/** Asks a page's questions anew when others change what they are about; null follows nothing. */
export function useFollow(followed: Followed | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!followed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      for (const queryKey of followed.queries) void client.invalidateQueries({ queryKey });
    };
    const hint = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, together);
    };
    // Of its own each time: whoever pauses and goes on at once does not wait for the one before to be left.
    const leave = followChannel(`${followed.name}-${crypto.randomUUID()}`, {
      bind: (channel) => {
        for (const table of followed.tables)
          channel.on('postgres_changes', { event: '*', schema: 'public', table }, hint);
        return channel;
      },
      onOpen: (isAgain) => {
        if (isAgain) hint();
      },
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [client, followed]);
}
