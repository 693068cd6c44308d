import type { Claims, Database } from '../database/database.ts';
import { runAs } from '../database/request-caller.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import type { Log } from '../log.ts';
import type { Change } from './capture.ts';
import { changeText } from './change-text.ts';
import { isExact, passes, type Column, type Condition } from './filters.ts';
import type { Channel, Hub, Subscription } from './hub.ts';
import { limits } from './limits.ts';
import { lookUp, lookUpAs, turnOf, type Lookup, type Rows } from './visibility.ts';

/** Subscriptions that policies cannot tell apart, so that one query answers for all of them. */
interface Group {
  readonly caller: string;
  readonly claims: Claims;
  readonly subscriptions: Subscription[];
}

const callers = new WeakMap<Claims, string>();

/** What a caller is to the policies: his claims, without the times that every new token changes. */
function callerOf(claims: Claims): string {
  const known = callers.get(claims);
  if (known !== undefined) return known;
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

const textIn = (rows: Rows | undefined, key: string) => (column: string) => rows?.get(key)?.texts.get(column);

/** Ids of a deleted row as text. */
const textOfIdentity = (change: Change) => (column: string) => change.identity?.[column];

function tablesOf(subscriptions: readonly Subscription[]) {
  return new Map(subscriptions.map(({ binding }) => [binding.table.id, binding.table]));
}

/**
 * Reads, as the owner, the columns that exact filters (`user_id=eq.…`) look at.
 *
 * It only spares questions: whoever listens to a chat need not ask about the rows of all others. What is sent comes
 * from the query as the subscriber and must pass the whole filter again.
 */
async function readForFilters(
  database: Database,
  subscriptions: readonly Subscription[],
  changes: readonly Change[],
) {
  const known = new Map<string, Rows>();
  for (const [id, table] of tablesOf(subscriptions)) {
    const ofTable = subscriptions.filter(({ binding }) => binding.table.id === id);
    const filterColumns = namesOf(conditionsOf(ofTable).filter(isExact));
    const keys = new Set(
      changes.filter(({ tableId, kind }) => tableId === id && kind !== 'DELETE').map(({ key }) => key),
    );
    if (filterColumns.length === 0 || keys.size === 0) continue;
    known.set(id, await lookUp(database, { table, keys, filterColumns, columns: [] }));
  }
  return known;
}

/** The rows that a group has to ask for. */
function lookupsOf(group: Group, changes: readonly Change[], known: ReadonlyMap<string, Rows>): Lookup[] {
  return [...tablesOf(group.subscriptions)].flatMap(([id, table]) => {
    const rows = known.get(id);
    const mayPass = ({ binding }: Subscription, { key }: Change) =>
      !rows || passes(binding.conditions.filter(isExact), textIn(rows, key));
    const ofTable = group.subscriptions.filter(({ binding }) => binding.table.id === id);
    const wanted = changes.filter(
      (change) =>
        change.kind !== 'DELETE' &&
        ofTable.some((subscription) => listensTo(subscription, change) && mayPass(subscription, change)),
    );
    if (wanted.length === 0) return [];
    const keys = new Set(wanted.map(({ key }) => key));
    const columns = table.selectable[group.claims.role];
    return [{ table, keys, filterColumns: namesOf(conditionsOf(ofTable)), columns }];
  });
}

/** Bindings of one channel that get the same columns, so that they share a message. */
interface Share {
  readonly channel: Channel;
  readonly columns: readonly Column[];
  readonly ids: number[];
}

function sharesOf(group: Group, change: Change, rows: Rows | undefined): Share[] {
  const texts = change.kind === 'DELETE' ? textOfIdentity(change) : textIn(rows, change.key);
  const shares: Share[] = [];
  for (const subscription of group.subscriptions) {
    const { channel, binding } = subscription;
    if (!listensTo(subscription, change) || !passes(binding.conditions, texts)) continue;
    const share = shares.find((one) => one.channel === channel && one.columns === binding.columns);
    if (share) share.ids.push(binding.id);
    else shares.push({ channel, columns: binding.columns, ids: [binding.id] });
  }
  return shares;
}

function sendTo(group: Group, changes: readonly Change[], visible: ReadonlyMap<string, Rows>): void {
  const tables = tablesOf(group.subscriptions);
  for (const change of changes) {
    const table = tables.get(change.tableId);
    const rows = visible.get(change.tableId);
    const record = change.kind === 'DELETE' ? null : rows?.get(change.key)?.record;
    if (!table || record === undefined) continue;
    const texts = new Map<readonly Column[], string>();
    for (const { channel, columns, ids } of sharesOf(group, change, rows)) {
      // The token may have changed while the database was asked: what the former caller may see is not for the new one.
      if (callerOf(channel.claims) !== group.caller) continue;
      const isWhole = columns === table.selectable[group.claims.role];
      const text = texts.get(columns) ?? changeText(table, change, record, columns, isWhole);
      texts.set(columns, text);
      channel.send('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${text}}`);
    }
  }
}

/**
 * Makes the function that brings changes to their subscribers, in the order of the changes.
 *
 * For each caller there is one transaction with one query a table, however many rows and channels; a row that was
 * deleted meanwhile, or that the caller may not see, is not in the answer and not sent.
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
      groups.length > 1 ? await readForFilters(database, subscriptions, changes) : new Map<string, Rows>();
    const bringTo = async (group: Group) => {
      try {
        const lookups = lookupsOf(group, changes, known);
        const visible =
          lookups.length > 0
            ? await runAs(turnOf(group.claims), () => lookUpAs(database, group.claims, lookups))
            : new Map<string, Rows>();
        sendTo(group, changes, visible);
      } catch (error) {
        // Only this caller's channels have missed something: they join again and read their tables again.
        if (error instanceof DatabaseUnavailable)
          for (const { channel } of group.subscriptions) channel.send('phx_error', '{}');
        log('realtime.delivery-failed', {
          role: group.claims.role,
          error: error instanceof Error ? error.name : 'unknown',
        });
      }
    };
    // A channel belongs to one caller, so its events keep their order; the next batch waits for all of this one.
    const waiting = groups.values();
    const worker = async () => {
      for (const group of waiting) await bringTo(group);
    };
    await Promise.all(Array.from({ length: limits.callersAtOnce }, worker));
  };
}
