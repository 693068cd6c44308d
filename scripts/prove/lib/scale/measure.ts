import postgres from 'postgres';
import { actAs } from '../../../../src/service/database/caller.ts';
import { measuredPeople } from './rows.ts';
import { cursorChat, measuredPerson, type MeasuredPerson, type Query } from './query.ts';

/** PostgreSQL's plan for a query, including the statements inside functions. */
export interface QueryPlan {
  /** The kinds of nodes without repetition, the outermost first. */
  readonly nodes: readonly string[];
  /** Large tables that the query reads from start to end. */
  readonly scanned: readonly string[];
  /** The number of 8 kB pages that the query read, in memory or not. */
  readonly pages: number;
}

/** One of the two databases. Its session is kept open, like a session of a pool. */
export interface MeasuredDatabase {
  /** Measures only the statement, run as `person`, in milliseconds. Writes are rolled back. */
  time(query: Query, person: number): Promise<number>;
  plan(query: Query, person: number): Promise<QueryPlan>;
  close(): Promise<void>;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Larger tables must not be read from start to end. */
const minLargeTable = 10_000;

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** auto_explain reports the actual plan of each statement, including those inside functions. */
const explainSettings = [
  `load 'auto_explain'`,
  'set auto_explain.log_min_duration = 0',
  'set auto_explain.log_level = notice',
  'set auto_explain.log_format = json',
  'set auto_explain.log_nested_statements = on',
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_timing = off',
  'set auto_explain.log_buffers = on',
];

const connect = (url: string, onNotice: (text: string) => void) =>
  postgres(url, {
    max: 1,
    idle_timeout: 0,
    connection: { search_path: '"$user",public,extensions' },
    onnotice: ({ message }) => onNotice(message ?? ''),
  });

type Session = ReturnType<typeof connect>;

/** Runs the query as its caller, in a transaction that is rolled back. */
async function ask<T>(
  session: Session,
  query: Query,
  probe: MeasuredPerson,
  around: (statement: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const parameters = [...(query.parameters?.(probe) ?? [])] as never[];
  const run = async (text: string, values: readonly unknown[]) => [
    ...(await session.unsafe(text, [...values] as never[])),
  ];
  await session.unsafe('begin');
  try {
    if (query.before) await run(query.before.sql, query.before.parameters?.(probe) ?? []);
    if (query.as !== 'owner') {
      const claims = query.as === 'person' ? probe.claims : { role: 'service_role' as const };
      await actAs({ query: (text, values = []) => run(text, values) as Promise<never[]> }, claims);
    }
    return await around(() => run(query.sql, parameters));
  } finally {
    await session.unsafe('rollback');
  }
}

function planFrom(notices: readonly string[], large: ReadonlySet<string>): QueryPlan {
  const plans = notices
    .filter((text) => text.includes('plan:\n'))
    .map((text) => (JSON.parse(text.slice(text.indexOf('{'))) as { Plan: PlanNode }).Plan);
  // Statements inside functions are reported before the statement that calls them.
  const outermost = plans.at(-1);
  const nodes = plans.toReversed().flatMap(nodesOf);
  const scanned = nodes.flatMap((node) => {
    const table = node['Relation Name'] ?? '';
    return node['Node Type'] === 'Seq Scan' && large.has(table) ? [table] : [];
  });
  return {
    nodes: [...new Set(nodes.map((node) => node['Node Type']))],
    scanned: [...new Set(scanned)],
    pages: (outermost?.['Shared Hit Blocks'] ?? 0) + (outermost?.['Shared Read Blocks'] ?? 0),
  };
}

/** @param url of a database that `fill` has filled, as a superuser */
export async function openMeasuredDatabase(url: string): Promise<MeasuredDatabase> {
  const notices: string[] = [];
  // Only one of the two sessions reports plans, because reporting takes time.
  const timed = connect(url, () => {});
  const watched = connect(url, (text) => notices.push(text));
  const people = Array.from({ length: measuredPeople }, (_, index) => index + 1);
  const rows = await timed<{ n: number; at: string }[]>`
    select n, c.updated_at::text as at from unnest(${people.map(cursorChat)}::int[]) n
    join public.chat_history c on c.id = md5('chat' || n)::uuid`;
  const probes = people.map((person) =>
    measuredPerson(person, rows.find(({ n }) => n === cursorChat(person))?.at ?? ''),
  );
  const large = await timed<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${minLargeTable}`;
  const largeNames = new Set(large.map(({ name }) => name));
  for (const setting of explainSettings) await watched.unsafe(setting);
  const probeFor = (person: number): MeasuredPerson => {
    const probe = probes[person - 1];
    if (!probe) throw new Error(`Only people 1 to ${measuredPeople} can be measured.`);
    return probe;
  };

  return {
    time: (query, person) =>
      ask(timed, query, probeFor(person), async (statement) => {
        const start = performance.now();
        await statement();
        return performance.now() - start;
      }),
    async plan(query, person) {
      await ask(watched, query, probeFor(person), async (statement) => {
        notices.length = 0;
        await statement();
      });
      return planFrom(notices, largeNames);
    },
    async close() {
      await Promise.all([timed.end({ timeout: 5 }), watched.end({ timeout: 5 })]);
    },
  };
}
