import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile } from './figures.ts';
import {
  footprintOf,
  sourceService,
  startProcess,
  startServiceProcess,
  stopProcess,
  useVendor,
  type ServiceProcess,
} from './service-process.ts';
import { readTicks, type TickReport, type TickSource } from './tick-client.ts';

export interface StreamPlan {
  /** The number of pairs of calls: a direct one, then one through the gateway. */
  readonly pairs: number;
  /** Deltas in each of these calls. */
  readonly deltas: number;
  readonly streams: number;
  readonly seconds: number;
}

export interface StreamFigures {
  /** Medians through the gateway, as multiples of the direct calls' medians. */
  readonly firstByteRatio: number;
  readonly totalRatio: number;
  readonly firstByte: { readonly direct: number; readonly gateway: number };
  readonly expected: number;
  readonly arrived: { readonly direct: number; readonly gateway: number };
  /** Milliseconds from sending to receiving a delta while all streams were open. */
  readonly delay: { readonly direct: Percentiles; readonly gateway: Percentiles };
  readonly failures: readonly string[];
  /** The vendor's open replies and connections after the last stream. */
  readonly left: { readonly openReplies: number; readonly connections: number };
  readonly sockets: { readonly before: number; readonly after: number } | null;
  readonly processor: ProcessorUse | null;
  readonly megabytes: { readonly before: number; readonly during: number; readonly after: number } | null;
}

export interface ProcessorUse {
  /** The service's time for one delta while all streams are open. */
  readonly delta: number;
  /** The service's time for both the start and the end of a reply. */
  readonly reply: number;
  /** The time that the vendor and the readers take for one delta, on the same machine. */
  readonly vendor: number;
  readonly readers: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

function percentilesOf(reports: readonly TickReport[]): Percentiles {
  const delays = reports.flatMap((report) => report.delays);
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), most: percentile(delays, 1) };
}

/** The maximum number of concurrent replies of one user. */
const streamsEach = 20;
const tickMilliseconds = 50;

/** Milliseconds between the starts of two streams. Users don't all press Enter at the same time. */
const stagger = 25;

/** Milliseconds until the last stream is running. */
const settling = 500;

/** Waits up to eight seconds until no replies and connections are open. Idle connections stay open for five seconds. */
async function countOpenAfterWait(vendorUrl: string): Promise<StreamFigures['left']> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${vendorUrl}/state`, { headers: { connection: 'close' } });
    const left = (await response.json()) as StreamFigures['left'];
    if ((left.openReplies === 0 && left.connections === 0) || tries === 80) return left;
    await pause(100);
  }
}

/**
 * Compares calls through the gateway with direct calls of the same vendor: first the time to the first byte and the
 * total time, with a vendor that takes 200 ms, then many streams at 20 deltas per second.
 */
export async function proveStreams(
  { pairs, deltas, streams, seconds }: StreamPlan,
  log: (line: string) => void,
): Promise<StreamFigures> {
  const vendor = await startProcess(join(import.meta.dirname, 'ticking-vendor.ts'), {}, /^(\d+)\n/m);
  const vendorUrl = `http://127.0.0.1:${vendor.value}`;
  let service: ServiceProcess | undefined;
  try {
    service = await startServiceProcess(sourceService);
    await useVendor(service, vendorUrl);

    const direct: TickSource = { url: `${vendorUrl}/v1/chat/completions`, headers: {} };
    const users: TickSource[] = [];
    for (let user = 0; user < Math.ceil(streams / streamsEach); user += 1) {
      users.push({
        url: `${service.url}/functions/v1/chat/completions`,
        headers: await service.signIn('professional'),
      });
    }
    const userOf = (stream: number) => users[stream % users.length] ?? direct;

    const single = { count: deltas, between: tickMilliseconds, first: 200 };
    await readTicks(direct, { ...single, count: 2 });
    for (const user of users) await readTicks(user, { ...single, count: 2 });
    const directReports: TickReport[] = [];
    const gatewayReports: TickReport[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      directReports.push(await readTicks(direct, single));
      gatewayReports.push(await readTicks(userOf(pair), single));
    }
    log(`${pairs} pairs of single calls are measured`);

    const many = { count: (seconds * 1000) / tickMilliseconds, between: tickMilliseconds, first: 200 };
    const indices = Array.from({ length: streams }, (_, index) => index);
    const directMany = await Promise.all(
      indices.map((index) => pause(index * stagger).then(() => readTicks(direct, many))),
    );
    log(`${streams} direct streams are measured`);

    const take = async (pid: number) => ({ service: await footprintOf(pid), at: performance.now() });
    const before = await take(service.pid);
    const others = { vendor: await footprintOf(vendor.process.pid ?? 0), readers: process.cpuUsage() };
    const running = Promise.all(
      indices.map((index) => pause(index * stagger).then(() => readTicks(userOf(index), many))),
    );
    await pause(streams * stagger + settling);
    const full = await take(service.pid);
    // All streams stay open until the first one ends.
    await pause(seconds * 1000 - (performance.now() - before.at));
    const during = await take(service.pid);
    const gatewayMany = await running;
    const ended = await take(service.pid);
    const read = process.cpuUsage(others.readers);
    const vendorAfter = await footprintOf(vendor.process.pid ?? 0);
    const left = await countOpenAfterWait(vendorUrl);
    const idleFootprint = await footprintOf(service.pid);

    const totalDeltas = streams * many.count;
    const processorUse = (): ProcessorUse | null => {
      if (!before.service || !full.service || !during.service || !ended.service) return null;
      const cpuMilliseconds = during.service.cpuMilliseconds - full.service.cpuMilliseconds;
      const delta = cpuMilliseconds / ((streams * (during.at - full.at)) / tickMilliseconds);
      const rest = ended.service.cpuMilliseconds - before.service.cpuMilliseconds - delta * totalDeltas;
      return {
        delta,
        reply: rest / streams,
        vendor: ((vendorAfter?.cpuMilliseconds ?? 0) - (others.vendor?.cpuMilliseconds ?? 0)) / totalDeltas,
        readers: (read.user + read.system) / 1000 / totalDeltas,
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
      expected: totalDeltas,
      arrived: { direct: arrivedIn(directMany), gateway: arrivedIn(gatewayMany) },
      delay: { direct: percentilesOf(directMany), gateway: percentilesOf(gatewayMany) },
      failures: [...directReports, ...gatewayReports, ...gatewayMany].flatMap(({ failure }) => failure ?? []),
      left,
      sockets: before.service &&
        idleFootprint && { before: before.service.sockets, after: idleFootprint.sockets },
      processor: processorUse(),
      megabytes: before.service &&
        during.service &&
        idleFootprint && {
          before: before.service.megabytes,
          during: during.service.megabytes,
          after: idleFootprint.megabytes,
        },
    };
  } finally {
    await Promise.all([service?.stop(), stopProcess(vendor.process)]);
  }
}
