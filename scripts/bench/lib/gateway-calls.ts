import { join } from 'node:path';
import { median } from '../../prove/lib/figures.ts';
import { footprintOf, startProcess, stopProcess } from '../../prove/lib/service-process.ts';
import { readTicks, type TickSource } from '../../prove/lib/tick-client.ts';

const WARM_UP = 30;
const CALLS = 150;

export interface CallCost {
  /** Milliseconds that the gateway adds to the first byte. */
  readonly added: number;
  /** The gateway's processor time per call in milliseconds. NaN on systems that don't measure it. */
  readonly processor: number;
}

/** Starts a vendor that responds immediately. Resolves to its URL. */
export async function startFastVendor(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const file = join(import.meta.dirname, '../../prove/lib/ticking-vendor.ts');
  const vendor = await startProcess(file, {}, /^(\d+)\n/m);
  return { url: `http://127.0.0.1:${vendor.value}`, stop: () => stopProcess(vendor.process) };
}

async function timeCalls(source: TickSource, calls: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const { firstByte, failure } = await readTicks(source, { count: 20, between: 0, first: 0 });
    if (failure !== undefined) throw new Error(`A call failed: ${failure}`);
    times.push(firstByte);
  }
  return median(times);
}

/** Measures calls of twenty deltas, one after another, directly and through the gateway in this process. */
export async function measureCalls(vendorUrl: string, gateway: TickSource, pid: number): Promise<CallCost> {
  const direct: TickSource = { url: `${vendorUrl}/v1/chat/completions`, headers: {} };
  await timeCalls(gateway, WARM_UP);
  await timeCalls(direct, WARM_UP);
  const directFirst = await timeCalls(direct, CALLS);
  const before = await footprintOf(pid);
  const gatewayFirst = await timeCalls(gateway, CALLS);
  const after = await footprintOf(pid);
  return {
    added: gatewayFirst - directFirst,
    processor: after && before ? (after.cpuMilliseconds - before.cpuMilliseconds) / CALLS : Number.NaN,
  };
}

export const gatewayOf = (service: string, headers: TickSource['headers']): TickSource => ({
  url: `${service}/functions/v1/chat/completions`,
  headers,
});
