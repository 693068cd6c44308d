import type { Claims, Database } from '../database/database.ts';
import { runAs } from '../database/request-caller.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import type { Log } from '../log.ts';
import type { Change } from './capture.ts';
import { changeText } from './change-text.ts';
import { isExactCondition, matchesFilter, type Column, type Condition } from './filters.ts';
import type { Channel, Hub, Subscription } from './hub.ts';
import { limits } from './limits.ts';
import { lookUp, lookUpAs, lookupCallerOf, type Lookup, type VisibleRows } from './visibility.ts';

/** Subscriptions with the same claims share one query. */
interface Group {
  readonly caller: string;
  readonly claims: Claims;
  readonly subscriptions: Subscription[];
}

const callers = new WeakMap<Claims, string>();

/** Identifies a caller by the token's claims, without the times that change with every token. */
function callerOf(claims: Claims): string {
  const cached = callers.get(claims);
  if (cached !== undefined) return cached;
  const { iat: _iat, exp: _exp, ...lasting } = claims;
  const caller = JSON.stringify(lasting);
  callers.set(claims, caller);
  return caller;
}

function groupByCaller(subscriptions: readonly Subscription[]): Group[] {
  const groups = new Map<string, Group>();
  for (const subscription of subscriptions) {
    const { claims } = subscription.channel;
    const caller = callerOf(claims);
    const group = groups.get(caller) ?? { caller, claims, subscriptions: [] };
    group.subscriptions.push(subscription);
    groups.set(caller, group);
  }
  return [...groups.values()];
}

const namesOf = (conditions: readonly Condition[]) => [
  ...new Set(conditions.map(({ column }) => column.name)),
];

const conditionsOf = (subscriptions: readonly Subscription[]) =>
  subscriptions.flatMap(({ binding }) => binding.conditions);

const listensTo = ({ binding }: Subscription, { tableId, kind }: Change) =>
  binding.table.id === tableId && (binding.event === '*' || binding.event === kind);

const columnReader = (rows: VisibleRows | undefined, key: string) => (column: string) =>
  rows?.get(key)?.texts.get(column);

const identityReader = (change: Change) => (column: string) => change.identity?.[column];

function tablesOf(subscriptions: readonly Subscription[]) {
  return new Map(subscriptions.map(({ binding }) => [binding.table.id, binding.table]));
}

/**
 * Reads the columns of exact filters (`user_id=eq.…`) as the database's owner.
 *
 * This only avoids queries for rows that don't match. The rows that are sent come from a query as the subscriber, and
 * must pass the complete filter again.
 */
async function readForFilters(
  database: Database,
  subscriptions: readonly Subscription[],
  changes: readonly Change[],
) {
  const known = new Map<string, VisibleRows>();
  for (const [id, table] of tablesOf(subscriptions)) {
    const ofTable = subscriptions.filter(({ binding }) => binding.table.id === id);
    const filterColumns = namesOf(conditionsOf(ofTable).filter(isExactCondition));
    const keys = new Set(
      changes.filter(({ tableId, kind }) => tableId === id && kind !== 'DELETE').map(({ key }) => key),
    );
    if (filterColumns.length === 0 || keys.size === 0) continue;
    known.set(id, await lookUp(database, { table, keys, filterColumns, columns: [] }));
  }
  return known;
}

function lookupsOf(
  group: Group,
  changes: readonly Change[],
  known: ReadonlyMap<string, VisibleRows>,
): Lookup[] {
  return [...tablesOf(group.subscriptions)].flatMap(([id, table]) => {
    const rows = known.get(id);
    const mayPass = ({ binding }: Subscription, { key }: Change) =>
      !rows || matchesFilter(binding.conditions.filter(isExactCondition), columnReader(rows, key));
    const ofTable = group.subscriptions.filter(({ binding }) => binding.table.id === id);
    const relevant = changes.filter(
      (change) =>
        change.kind !== 'DELETE' &&
        ofTable.some((subscription) => listensTo(subscription, change) && mayPass(subscription, change)),
    );
    if (relevant.length === 0) return [];
    const keys = new Set(relevant.map(({ key }) => key));
    const columns = table.selectable[group.claims.role];
    return [{ table, keys, filterColumns: namesOf(conditionsOf(ofTable)), columns }];
  });
}

/** Bindings of a channel that get the same columns in one message. */
interface Recipient {
  readonly channel: Channel;
  readonly columns: readonly Column[];
  readonly ids: number[];
}

function recipientsOf(group: Group, change: Change, rows: VisibleRows | undefined): Recipient[] {
  const texts = change.kind === 'DELETE' ? identityReader(change) : columnReader(rows, change.key);
  const recipients: Recipient[] = [];
  for (const subscription of group.subscriptions) {
    const { channel, binding } = subscription;
    if (!listensTo(subscription, change) || !matchesFilter(binding.conditions, texts)) continue;
    const recipient = recipients.find((one) => one.channel === channel && one.columns === binding.columns);
    if (recipient) recipient.ids.push(binding.id);
    else recipients.push({ channel, columns: binding.columns, ids: [binding.id] });
  }
  return recipients;
}

function sendTo(group: Group, changes: readonly Change[], visible: ReadonlyMap<string, VisibleRows>): void {
  const tables = tablesOf(group.subscriptions);
  for (const change of changes) {
    const table = tables.get(change.tableId);
    const rows = visible.get(change.tableId);
    const record = change.kind === 'DELETE' ? null : rows?.get(change.key)?.record;
    if (!table || record === undefined) continue;
    const texts = new Map<readonly Column[], string>();
    for (const { channel, columns, ids } of recipientsOf(group, change, rows)) {
      // The caller of the channel may have changed since the query, and the new one may see other rows.
      if (callerOf(channel.claims) !== group.caller) continue;
      const isComplete = columns === table.selectable[group.claims.role];
      const text = texts.get(columns) ?? changeText(table, change, record, columns, isComplete);
      texts.set(columns, text);
      channel.send('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${text}}`);
    }
  }
}

/**
 * Creates a function that sends changes to their subscribers, in order.
 *
 * Each caller needs one transaction with one query per table, regardless of the number of rows and channels. Rows that
 * were deleted meanwhile, or that the caller may not see, are not found and not sent.
 */
export function createDelivery(
  database: Database,
  hub: Hub,
  log: Log,
): (changes: readonly Change[]) => Promise<void> {
  return async (changes) => {
    const touched = [...new Set(changes.map(({ tableId }) => tableId))];
    const subscriptions = touched.flatMap((id) => hub.subscriptionsOf(id));
    const groups = groupByCaller(subscriptions);
    const known =
      groups.length > 1
        ? await readForFilters(database, subscriptions, changes)
        : new Map<string, VisibleRows>();
    const deliverTo = async (group: Group) => {
      try {
        const lookups = lookupsOf(group, changes, known);
        const visible =
          lookups.length > 0
            ? await runAs(lookupCallerOf(group.claims), () => lookUpAs(database, group.claims, lookups))
            : new Map<string, VisibleRows>();
        sendTo(group, changes, visible);
      } catch (error) {
        // Only this caller has missed changes. The caller's channels join again, and the app reads its tables again.
        if (error instanceof DatabaseUnavailable)
          for (const { channel } of group.subscriptions) channel.send('phx_error', '{}');
        log('realtime.delivery-failed', {
          role: group.claims.role,
          error: error instanceof Error ? error.name : 'unknown',
        });
      }
    };
    // A channel has one caller, so its events stay in order. The next batch waits until this one is delivered.
    const waiting = groups.values();
    const worker = async () => {
      for (const group of waiting) await deliverTo(group);
    };
    await Promise.all(Array.from({ length: limits.parallelCallers }, worker));
  };
}
