import type { RealtimeChannel } from '@supabase/supabase-js';
import { realtimeOptions } from './realtime-options.ts';
import { getSupabase, onSupabase, type Supabase } from './supabase.ts';

export interface ChannelFollower {
  /** Adds the listeners. An event is a hint: it may come twice, and late. */
  readonly bind: (channel: RealtimeChannel) => RealtimeChannel;
  /** `isReconnect` is true after a disconnection or a failed attempt, when events may have been missed. */
  readonly onOpen?: (isReconnect: boolean) => void;
  /** The service refused or closed the channel, e.g. because the session ended or the account is banned. */
  readonly onRefused?: (client: Supabase) => void;
}

/**
 * Subscribes to a channel. The library reconnects by itself, except for channels that the service closed (e.g.
 * because the token expired while the computer slept): those are reopened here. Returns the undo.
 */
export function followChannel(name: string, { bind, onOpen, onRefused }: ChannelFollower): () => void {
  let isOver = false;
  let isReconnect = false;
  let leave = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (client: Supabase) => {
    if (isOver) return;
    const channel = bind(client.channel(name)).subscribe((status) => {
      if (isOver) return;
      if (status === 'SUBSCRIBED') onOpen?.(isReconnect);
      isReconnect = true;
      // A lost connection causes the same status, but then the socket is closed too.
      if (status === 'CLOSED' || (status === 'CHANNEL_ERROR' && client.realtime.isConnected()))
        onRefused?.(client);
      if (status === 'CLOSED') timer = setTimeout(() => open(client), realtimeOptions.reconnectAfterMs(1));
    });
    leave = () => void client.removeChannel(channel);
  };
  // If the service is unreachable, other requests report it, and one of them creates the client later.
  const forget = onSupabase(open);
  getSupabase().catch(() => (isReconnect = true));
  return () => {
    isOver = true;
    forget();
    clearTimeout(timer);
    leave();
  };
}
