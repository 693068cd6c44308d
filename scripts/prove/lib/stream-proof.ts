import { fileURLToPath } from 'node:url';
import {
  answerFrom,
  footprintOf,
  startProcess,
  startServiceProcess,
  stopProcess,
  type ServiceProcess,
} from './service-process.ts';
import { readTicks, type TickReport, type TickSource } from './tick-client.ts';

export interface StreamPlan {
  /** Pairs of calls, direct and through the gateway, one after the other. */
  readonly pairs: number;
  /** Deltas of each of these calls. */
  readonly deltas: number;
  readonly streams: number;
  readonly seconds: number;
  /** Waits until the connections that were kept for a next call are closed too. */
  readonly untilIdle: boolean;
}

export interface StreamFigures {
  /** Medians through the gateway as multiples of the direct call. */
  readonly firstByteRatio: number;
  readonly totalRatio: number;
  readonly firstByte: { readonly direct: number; readonly gateway: number };
  readonly expected: number;
  readonly arrived: { readonly direct: number; readonly gateway: number };
  /** Milliseconds that a delta was under way while all streams were open. */
  readonly delay: { readonly direct: Percentiles; readonly gateway: Percentiles };
  readonly failures: readonly string[];
  /** What the vendor still had open a moment after the last stream. */
  readonly left: { readonly openReplies: number; readonly connections: number };
  readonly sockets: { readonly before: number; readonly after: number } | null;
  readonly processor: ProcessorUse | null;
  readonly megabytes: { readonly before: number; readonly during: number; readonly after: number } | null;
}

/** Milliseconds of a processor, as the system counts them. */
export interface ProcessorUse {
  /** What the service spends on a delta while all streams are open. */
  readonly delta: number;
  /** What it spends on the beginning and the end of a reply together. */
  readonly reply: number;
  /** What those spend on a delta who share the machine with it: the vendor, and the readers with all that they note. */
  readonly vendor: number;
  readonly readers: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

function percentilesOf(reports: readonly TickReport[]): Percentiles {
  const sorted = reports.flatMap(({ delays }) => delays).toSorted((one, other) => one - other);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: sorted.at(-1) ?? Number.NaN };
}

const median = (values: readonly number[]) =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** As many as one person may have under way. */
const streamsEach = 20;
const tickMilliseconds = 50;

/** Milliseconds between the beginnings of two streams: people do not all press Enter at once. */
const stagger = 25;

/** Milliseconds after which the last stream that was begun is under way. */
const settling = 500;

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks again until nothing is open any more, or for eight seconds: idle connections are kept for the next call for five. */
async function whatIsLeft(vendorUrl: string, untilIdle: boolean): Promise<StreamFigures['left']> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${vendorUrl}/state`, { headers: { connection: 'close' } });
    const left = (await response.json()) as StreamFigures['left'];
    const isIdle = left.connections === 0 || !untilIdle;
    if ((left.openReplies === 0 && isIdle) || tries === 80) return left;
    await after(100);
  }
}

/**
 * Measures the gateway of a service in a process of its own against a direct call of the same vendor, in one run: the
 * time to the first byte and in all of a vendor that takes 200 ms, then many streams at 20 deltas a second.
 */
export async function proveStreams(
  { pairs, deltas, streams, seconds, untilIdle }: StreamPlan,
  say: (line: string) => void = () => {},
): Promise<StreamFigures> {
  const vendor = await startProcess(local('ticking-vendor.ts'), {}, (line) => /^\d+$/.test(line));
  const vendorUrl = `http://127.0.0.1:${vendor.line}`;
  let service: ServiceProcess | undefined;
  try {
    service = await startServiceProcess(local('../../../src/service/main.ts'));
    await answerFrom(service, vendorUrl);

    const direct: TickSource = { url: `${vendorUrl}/v1/chat/completions`, headers: {} };
    const people: TickSource[] = [];
    for (let person = 0; person < Math.ceil(streams / streamsEach); person += 1) {
      people.push({
        url: `${service.url}/functions/v1/chat/completions`,
        headers: await service.signIn('professional'),
      });
    }
    const personOf = (stream: number) => people[stream % people.length] ?? direct;

    const single = { count: deltas, between: tickMilliseconds, first: 200 };
    await readTicks(direct, { ...single, count: 2 });
    for (const person of people) await readTicks(person, { ...single, count: 2 });
    const directReports: TickReport[] = [];
    const gatewayReports: TickReport[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      directReports.push(await readTicks(direct, single));
      gatewayReports.push(await readTicks(personOf(pair), single));
    }
    say(`${pairs} pairs of single calls are measured`);

    const many = { count: (seconds * 1000) / tickMilliseconds, between: tickMilliseconds, first: 200 };
    const indices = Array.from({ length: streams }, (_, index) => index);
    const directMany = await Promise.all(
      indices.map((index) => after(index * stagger).then(() => readTicks(direct, many))),
    );
    say(`${streams} direct streams are measured`);

    const take = async (pid: number) => ({ service: await footprintOf(pid), at: performance.now() });
    const before = await take(service.pid);
    const others = { vendor: await footprintOf(vendor.process.pid ?? 0), readers: process.cpuUsage() };
    const running = Promise.all(
      indices.map((index) => after(index * stagger).then(() => readTicks(personOf(index), many))),
    );
    await after(streams * stagger + settling);
    const full = await take(service.pid);
    // The first stream ends when its own time is over; until then all are open.
    await after(seconds * 1000 - (performance.now() - before.at));
    const during = await take(service.pid);
    const gatewayMany = await running;
    const ended = await take(service.pid);
    const read = process.cpuUsage(others.readers);
    const vended = await footprintOf(vendor.process.pid ?? 0);
    const left = await whatIsLeft(vendorUrl, untilIdle);
    const settled = await footprintOf(service.pid);

    const deltasInAll = streams * many.count;
    const processorUse = (): ProcessorUse | null => {
      if (!before.service || !full.service || !during.service || !ended.service) return null;
      const spent = during.service.cpuMilliseconds - full.service.cpuMilliseconds;
      const delta = spent / ((streams * (during.at - full.at)) / tickMilliseconds);
      const rest = ended.service.cpuMilliseconds - before.service.cpuMilliseconds - delta * deltasInAll;
      return {
        delta,
        reply: rest / streams,
        vendor: ((vended?.cpuMilliseconds ?? 0) - (others.vendor?.cpuMilliseconds ?? 0)) / deltasInAll,
        readers: (read.user + read.system) / 1000 / deltasInAll,
      };
    };
    const arrivedIn = (reports: readonly TickReport[]) =>
      reports.reduce((sum, { delays }) => sum + delays.length, 0);
    const firsts = {
      direct: median(directReports.map(({ firstByte }) => firstByte)),
      gateway: median(gatewayReports.map(({ firstByte }) => firstByte)),
    };
    return {
      firstByte: firsts,
      firstByteRatio: firsts.gateway / firsts.direct,
      totalRatio:
        median(gatewayReports.map(({ total }) => total)) / median(directReports.map(({ total }) => total)),
      expected: deltasInAll,
      arrived: { direct: arrivedIn(directMany), gateway: arrivedIn(gatewayMany) },
      delay: { direct: percentilesOf(directMany), gateway: percentilesOf(gatewayMany) },
      failures: [...directReports, ...gatewayReports, ...gatewayMany].flatMap(({ failure }) => failure ?? []),
      left,
      sockets: before.service && settled && { before: before.service.sockets, after: settled.sockets },
      processor: processorUse(),
      megabytes: before.service &&
        during.service &&
        settled && {
          before: before.service.megabytes,
          during: during.service.megabytes,
          after: settled.megabytes,
        },
    };
  } finally {
    await Promise.all([service?.stop(), stopProcess(vendor.process)]);
  }
}
