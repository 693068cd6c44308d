import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './figures.ts';
import {
  footprintOf,
  sourceService,
  startProcess,
  startServiceProcess,
  stopProcess,
  useVendor,
  type ServiceProcess,
} from './service-process.ts';
import { readTicks, type TickSource } from './tick-client.ts';

export interface CheckpointPlan {
  readonly streams: number;
  readonly seconds: number;
  /** The number of pairs of runs, without and with checkpoints. */
  readonly rounds: number;
}

export interface CheckpointFigures {
  /** The service's processor time in milliseconds, as medians of the rounds; null on systems without /proc. */
  readonly processor: { readonly without: number; readonly with: number } | null;
  readonly expected: number;
  readonly arrived: { readonly without: number; readonly with: number };
  readonly failures: readonly string[];
  /** The number of stored replies that contain every delta. */
  readonly stored: number;
}

/** The maximum number of concurrent replies of one user. */
const streamsEach = 20;
const tickMilliseconds = 50;
/** Milliseconds between the starts of two streams. */
const stagger = 25;

interface User extends TickSource {
  readonly id: string;
}

async function signIn(service: ServiceProcess): Promise<User> {
  const headers = await service.signIn('professional');
  const [, payload = ''] = (headers['authorization'] ?? '').split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly sub: string };
  return { id: sub, headers, url: `${service.url}/functions/v1/chat/completions` };
}

/** Stores a question for each stream. Returns the headers that make the service store its reply. */
async function ask(service: ServiceProcess, users: readonly User[], streams: number): Promise<TickSource[]> {
  const rows = users
    .flatMap((user) => Array.from({ length: streamsEach }, () => user))
    .slice(0, streams)
    .map((user) => ({ user, chat: randomUUID(), question: randomUUID() }));
  await service.admin
    .from('chat_history')
    .insert(rows.map(({ user, chat }) => ({ id: chat, user_id: user.id, title: 'Ticks' })))
    .throwOnError();
  await service.admin
    .from('chat_messages')
    .insert(
      rows.map(({ user, chat, question }) => ({
        id: question,
        chat_id: chat,
        user_id: user.id,
        role: 'user',
        content: 'Tick',
      })),
    )
    .throwOnError();
  return rows.map(({ user, question }) => ({
    ...user,
    headers: {
      ...user.headers,
      'x-clover-message-id': question,
      'x-clover-question-id': question,
      'x-clover-reply-id': randomUUID(),
    },
  }));
}

/** Compares streams whose replies are stored, with a checkpoint every second, with streams whose replies are not. */
export async function proveCheckpoints(
  { streams, seconds, rounds }: CheckpointPlan,
  log: (line: string) => void,
): Promise<CheckpointFigures> {
  const vendor = await startProcess(join(import.meta.dirname, 'ticking-vendor.ts'), {}, /^(\d+)\n/m);
  let service: ServiceProcess | undefined;
  try {
    const started = await startServiceProcess(sourceService);
    service = started;
    await useVendor(started, `http://127.0.0.1:${vendor.value}`);
    const users: User[] = [];
    for (let user = 0; user < Math.ceil(streams / streamsEach); user += 1) users.push(await signIn(started));
    const ticks = { count: (seconds * 1000) / tickMilliseconds, between: tickMilliseconds, first: 200 };

    const run = async (sources: readonly TickSource[]) => {
      const before = await footprintOf(started.pid);
      const reports = await Promise.all(
        sources.map((source, index) => pause(index * stagger).then(() => readTicks(source, ticks))),
      );
      const after = await footprintOf(started.pid);
      return {
        spent: before && after && after.cpuMilliseconds - before.cpuMilliseconds,
        arrived: reports.reduce((sum, { delays }) => sum + delays.length, 0),
        failures: reports.flatMap(({ failure }) => failure ?? []),
      };
    };
    const plain: readonly TickSource[] = users
      .flatMap((user) => Array.from({ length: streamsEach }, () => user))
      .slice(0, streams);
    // The first run of each kind compiles the code.
    await run(plain.slice(0, 20));
    await run(await ask(started, users, 20));

    const [without, withCheckpoints]: [Awaited<ReturnType<typeof run>>[], Awaited<ReturnType<typeof run>>[]] =
      [[], []];
    let stored = 0;
    for (let round = 0; round < rounds; round += 1) {
      without.push(await run(plain));
      const sources = await ask(started, users, streams);
      withCheckpoints.push(await run(sources));
      const ids = sources.map(({ headers }) => headers['x-clover-reply-id'] ?? '');
      for (let from = 0; from < ids.length; from += 50) {
        const { data } = await started.admin
          .from('chat_messages')
          .select('content')
          .in('id', ids.slice(from, from + 50))
          .eq('status', 'complete')
          .throwOnError();
        stored += data.filter(
          ({ content }) => String(content).trim().split(' ').length === ticks.count,
        ).length;
      }
      log(`round ${round + 1} of ${rounds} is measured`);
    }
    const spent = (runs: typeof without) => {
      const values = runs.flatMap((each) => each.spent ?? []);
      return values.length === runs.length ? median(values) : null;
    };
    const [cheap, dear] = [spent(without), spent(withCheckpoints)];
    const arrivedIn = (runs: typeof without) => runs.reduce((sum, { arrived }) => sum + arrived, 0);
    return {
      processor: cheap !== null && dear !== null ? { without: cheap, with: dear } : null,
      expected: streams * ticks.count * rounds,
      arrived: { without: arrivedIn(without), with: arrivedIn(withCheckpoints) },
      failures: [...without, ...withCheckpoints].flatMap(({ failures }) => failures),
      stored,
    };
  } finally {
    await Promise.all([service?.stop(), stopProcess(vendor.process)]);
  }
}
