import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Hub } from './hub.ts';
import type { Broadcast } from './protocol.ts';

/** Sends broadcasts to subscribers of other instances on the same database. */
export interface Relay {
  /** Sends broadcasts in the order of the calls. */
  publish(topic: string, broadcast: Broadcast): void;
  /** Starts listening for other instances' broadcasts. Resolves to a function that stops it. */
  start(): Promise<() => Promise<void>>;
}

const notifyChannel = 'clover_broadcast';

// NOTIFY takes at most 8,000 bytes, so the body is stored in a table and the notification contains the row's id.
const publishText = `
with sent as (
  insert into clover_realtime.broadcasts (topic, event, encoding, body)
  select topic, event, encoding, decode(body, 'base64')
  from json_to_recordset($1::text::json) as b(place int, topic text, event text, encoding text, body text)
  order by place
  returning id, topic
)
select pg_notify('${notifyChannel}', $2::text || ' ' || id || ' ' || topic) from sent order by id`;

const readText = `
select topic, event, encoding, encode(body, 'base64') as body from clover_realtime.broadcasts
where id = any ($1::text::bigint[]) order by id`;

const notification = /^(\S+) (\d+) (.+)$/s;

interface BroadcastRow {
  readonly topic: string;
  readonly event: string;
  readonly encoding: Broadcast['encoding'];
  readonly body: string;
}

/** Maximum broadcasts of this instance that wait for the database. Later ones are dropped, as on the hosted service. */
const maxWaiting = 500;

export function createRelay(database: Database, hub: Hub, log: Log): Relay {
  // The embedded database has only one instance.
  if (database.kind === 'pglite') return { publish: () => {}, start: async () => async () => {} };
  const ownName = randomUUID();

  const fail = (error: unknown) =>
    log('realtime.broadcast-failed', { error: error instanceof Error ? error.name : 'unknown' });

  const outgoing = createBatches<BroadcastRow>(async (rows) => {
    const numbered = rows.map((row, place) => ({ ...row, place }));
    await database.query(publishText, [JSON.stringify(numbered), ownName]);
  }, fail);

  const incoming = createBatches<string>(async (ids) => {
    const rows = await database.query<BroadcastRow>(readText, [`{${ids.join(',')}}`]);
    for (const { topic, event, encoding, body } of rows) {
      const broadcast = { event, encoding, body: Buffer.from(body, 'base64') };
      for (const channel of hub.channelsOf(topic)) channel.sendBroadcast(broadcast);
    }
  }, fail);

  return {
    publish(topic, { event, encoding, body }) {
      if (outgoing.size() >= maxWaiting) return log('realtime.broadcast-dropped');
      outgoing.add({ topic, event, encoding, body: body.toString('base64') });
    },
    async start() {
      const unlisten = await database.listen(notifyChannel, (payload) => {
        const [, sender, id, topic] = notification.exec(payload) ?? [];
        if (id === undefined || topic === undefined || sender === ownName) return;
        if (hub.channelsOf(topic).length > 0) incoming.add(id);
      });
      return async () => {
        await unlisten();
        await Promise.all([outgoing.settle(), incoming.settle()]);
      };
    },
  };
}

/** Processes items in order. Items that arrive during a batch form the next one. */
function createBatches<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  onFailed: (error: unknown) => void,
) {
  let waiting: Item[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      // oxlint-disable-next-line no-await-in-loop -- one after the other keeps the order
      await work(items).catch(onFailed);
    }
    running = null;
  }

  return {
    size: () => waiting.length,
    add(item: Item) {
      waiting.push(item);
      running ??= run();
    },
    settle: async () => void (await running),
  };
}
