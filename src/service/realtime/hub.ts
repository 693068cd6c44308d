import type { Claims } from '../database/database.ts';
import type { MessageAddress, Broadcast } from './protocol.ts';
import type { PublishedTable } from './catalog.ts';
import type { Column, Condition } from './filters.ts';

export interface Binding {
  /** Sent with each change, so that the client finds the right callbacks. */
  readonly id: number;
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly table: PublishedTable;
  readonly conditions: readonly Condition[];
  /** The columns to send. The role may select all of them. */
  readonly columns: readonly Column[];
}

export interface Channel {
  readonly topic: string;
  readonly claims: Claims;
  readonly bindings: readonly Binding[];
  /** Sends a message whose payload is JSON text. */
  send(event: MessageAddress['event'], payload: string): void;
  sendBroadcast(broadcast: Broadcast): void;
}

export interface Subscription {
  readonly channel: Channel;
  readonly binding: Binding;
}

/** Creates a map of sets that drops empty sets, because topics are created and removed as long as the process runs. */
function createIndex<Value>() {
  const sets = new Map<string, Set<Value>>();
  return {
    sets,
    add(key: string, value: Value) {
      const set = sets.get(key) ?? new Set<Value>();
      sets.set(key, set.add(value));
    },
    remove(key: string, value: Value) {
      const set = sets.get(key);
      set?.delete(value);
      if (set?.size === 0) sets.delete(key);
    },
    of: (key: string): Value[] => [...(sets.get(key) ?? [])],
  };
}

export function createHub() {
  const topics = createIndex<Channel>();
  const tables = createIndex<Channel>();
  const tablesOf = ({ bindings }: Channel) => new Set(bindings.map(({ table }) => table.id));
  return {
    add(channel: Channel): void {
      topics.add(channel.topic, channel);
      for (const id of tablesOf(channel)) tables.add(id, channel);
    },
    remove(channel: Channel): void {
      topics.remove(channel.topic, channel);
      for (const id of tablesOf(channel)) tables.remove(id, channel);
    },
    channelsOf: (topic: string): readonly Channel[] => topics.of(topic),
    subscriptionsOf: (tableId: string): readonly Subscription[] =>
      tables
        .of(tableId)
        .flatMap((channel) =>
          channel.bindings
            .filter(({ table }) => table.id === tableId)
            .map((binding) => ({ channel, binding })),
        ),
    hasSubscriptions: (): boolean => tables.sets.size > 0,
  };
}

export type Hub = ReturnType<typeof createHub>;
