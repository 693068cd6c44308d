import type { RealtimeChannel } from '@supabase/supabase-js';
import { expectChannel } from './catch-up.ts';
import { realtimeOptions } from './realtime-options.ts';
import { getSupabase, onSupabase, type Supabase } from './supabase.ts';

export interface ChannelFollower {
  /** Adds the listeners. Events are only hints: they may arrive late or twice. */
  readonly bind: (channel: RealtimeChannel) => RealtimeChannel;
  /** `isReconnect` is true after a disconnection or a failed attempt. Events may have been missed then. */
  readonly onOpen?: (isReconnect: boolean) => unknown;
  /**
   * Called if the service refuses or closes the channel, for example because the session ended or the account is
   * banned.
   */
  readonly onRefused?: (client: Supabase) => void;
}

/**
 * Subscribes to a channel. The library reconnects by itself, except to channels that the service closed (for example
 * because the token expired while the computer slept). This function reopens those. Returns an unsubscribe function.
 */
export function followChannel(name: string, { bind, onOpen, onRefused }: ChannelFollower): () => void {
  let isOver = false;
  let isReconnect = false;
  let leave = () => {};
  let stopExpecting = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (client: Supabase) => {
    if (isOver) return;
    stopExpecting = expectChannel(name);
    const channel = bind(client.channel(name)).subscribe((status) => {
      stopExpecting();
      if (isOver) return;
      if (status === 'SUBSCRIBED') void onOpen?.(isReconnect);
      isReconnect = true;
      // A lost connection causes the same status, but then the socket is closed too.
      if (status === 'CLOSED' || (status === 'CHANNEL_ERROR' && client.realtime.isConnected()))
        onRefused?.(client);
      if (status === 'CLOSED') timer = setTimeout(() => open(client), realtimeOptions.reconnectAfterMs(1));
    });
    leave = () => void client.removeChannel(channel);
  };
  // If the service is unreachable, another request reports it and creates the client later.
  const forget = onSupabase(open);
  getSupabase().catch(() => (isReconnect = true));
  return () => {
    isOver = true;
    forget();
    clearTimeout(timer);
    stopExpecting();
    leave();
  };
}
