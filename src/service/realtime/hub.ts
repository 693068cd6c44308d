import type { Claims } from '../database/database.ts';
import type { Address, Broadcast } from './protocol.ts';
import type { PublishedTable } from './catalogue.ts';
import type { Column, Condition } from './filters.ts';

/** What a channel listens to in one table. */
export interface Binding {
  /** Sent with each change, so that the client knows which of its callbacks is meant. */
  readonly id: number;
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly table: PublishedTable;
  readonly conditions: readonly Condition[];
  /** The columns sent, all of which the role may select. */
  readonly columns: readonly Column[];
}

/** A joined channel of one socket. */
export interface Channel {
  readonly topic: string;
  readonly claims: Claims;
  readonly bindings: readonly Binding[];
  /** Sends a message; the payload is JSON text. */
  send(event: Address['event'], payload: string): void;
  sendBroadcast(broadcast: Broadcast): void;
}

/** A channel together with one of its bindings. */
export interface Subscription {
  readonly channel: Channel;
  readonly binding: Binding;
}

/** Who listens to what, over all sockets. */
export interface Hub {
  add(channel: Channel): void;
  remove(channel: Channel): void;
  /** Channels of a topic. */
  channelsOf(topic: string): readonly Channel[];
  subscriptionsOf(tableId: string): readonly Subscription[];
  /** Whether any channel listens to a table. */
  hasSubscriptions(): boolean;
}

/** A map of sets that forgets empty sets, because topics come and go for as long as the process lives. */
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

export function createHub(): Hub {
  const topics = createIndex<Channel>();
  const tables = createIndex<Channel>();
  const tablesOf = ({ bindings }: Channel) => new Set(bindings.map(({ table }) => table.id));
  return {
    add(channel) {
      topics.add(channel.topic, channel);
      for (const id of tablesOf(channel)) tables.add(id, channel);
    },
    remove(channel) {
      topics.remove(channel.topic, channel);
      for (const id of tablesOf(channel)) tables.remove(id, channel);
    },
    channelsOf: (topic) => topics.of(topic),
    subscriptionsOf: (tableId) =>
      tables
        .of(tableId)
        .flatMap((channel) =>
          channel.bindings
            .filter(({ table }) => table.id === tableId)
            .map((binding) => ({ channel, binding })),
        ),
    hasSubscriptions: () => tables.sets.size > 0,
  };
}
