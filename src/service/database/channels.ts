import { AsyncResource } from 'node:async_hooks';
import { quoteIdentifier } from './quote.ts';

interface Listener {
  readonly onPayload: (payload: string) => void;
  readonly onGap: () => void;
}

export function createChannels() {
  const channels = new Map<string, Set<Listener>>();
  return {
    /**
     * Adds a listener.
     *
     * @returns a function that removes it, and returns true if it was the channel's last one
     */
    add(channel: string, onPayload: (payload: string) => void, onGap: () => void): () => boolean {
      // A notification may arrive during a caller's statement, but the listener must not run as that caller.
      const listener = { onPayload: AsyncResource.bind(onPayload), onGap: AsyncResource.bind(onGap) };
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return false;
        channels.delete(channel);
        return true;
      };
    },
    dispatch(channel: string, payload: string): void {
      for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload);
    },
    /** Notifies all listeners that notifications may have been lost. */
    gap(): void {
      for (const listeners of channels.values()) for (const { onGap } of listeners) onGap();
    },
    /** Returns the statement that listens to all channels, or null if there are none. */
    statement: (): string | null =>
      channels.size === 0
        ? null
        : [...channels.keys()].map((name) => `listen ${quoteIdentifier(name)}`).join(';'),
  };
}
