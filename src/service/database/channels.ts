import { AsyncResource } from 'node:async_hooks';

interface Listener {
  readonly onPayload: (payload: string) => void;
  readonly onGap: () => void;
}

/** Who listens to which channel. */
export interface Channels {
  /** @returns the undo, which tells whether nobody is left on the channel. */
  add(channel: string, onPayload: (payload: string) => void, onGap: () => void): () => boolean;
  dispatch(channel: string, payload: string): void;
  /** Tells all that notifications may have been lost. */
  gap(): void;
  /** The statement that listens to all channels; null when there is none. */
  statement(): string | null;
}

export const quoted = (channel: string): string => `"${channel.replaceAll('"', '""')}"`;

export function createChannels(): Channels {
  const channels = new Map<string, Set<Listener>>();
  return {
    add(channel, onPayload, onGap) {
      // Called from wherever a notification is read, which may be inside somebody's statement.
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
    dispatch(channel, payload) {
      for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload);
    },
    gap() {
      for (const listeners of channels.values()) for (const { onGap } of listeners) onGap();
    },
    statement: () =>
      channels.size === 0 ? null : [...channels.keys()].map((name) => `listen ${quoted(name)}`).join(';'),
  };
}
