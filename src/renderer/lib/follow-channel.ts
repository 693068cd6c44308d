import type { RealtimeChannel } from '@supabase/supabase-js';
import { getSupabase, realtimeOptions, type Supabase } from './supabase.ts';

export interface ChannelFollower {
  /** Adds what is listened to. An event is a hint: it may come twice, and late. */
  readonly bind: (channel: RealtimeChannel) => RealtimeChannel;
  /** The channel is open; `isAgain` after a break, in which events have been missed. */
  readonly onOpen?: (isAgain: boolean) => void;
  /** The service refused or ended the channel, as it does when the session is over or the account is banned. */
  readonly onRefused?: (client: Supabase) => void;
}

/**
 * Listens on a channel. The library opens it again after a loss of connection; one that the service ended, as it does
 * when a token ran out in a page that slept, is opened again here. Returns its own undo.
 */
export function followChannel(name: string, { bind, onOpen, onRefused }: ChannelFollower): () => void {
  let isOver = false;
  let wasOpen = false;
  let leave = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (client: Supabase) => {
    if (isOver) return;
    const channel = bind(client.channel(name)).subscribe((status) => {
      if (isOver) return;
      if (status === 'SUBSCRIBED') {
        onOpen?.(wasOpen);
        wasOpen = true;
      }
      // A loss of connection looks the same but for the socket.
      if (status === 'CLOSED' || (status === 'CHANNEL_ERROR' && client.realtime.isConnected()))
        onRefused?.(client);
      if (status === 'CLOSED') timer = setTimeout(() => open(client), realtimeOptions.reconnectAfterMs(1));
    });
    leave = () => void client.removeChannel(channel);
  };
  // Without the service there is nothing to listen to; the screen's own questions say so.
  getSupabase().then(open, () => {});
  return () => {
    isOver = true;
    clearTimeout(timer);
    leave();
  };
}
