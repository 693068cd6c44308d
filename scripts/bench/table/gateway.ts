// Measures the time that the gateway adds to a call of a vendor that responds immediately, and to the deltas of 200
// open streams.
import { builtService, startServiceProcess, useVendor } from '../../prove/lib/service-process.ts';
import { proveStreams } from '../../prove/lib/stream-proof.ts';
import { gatewayOf, measureCalls, startFastVendor } from '../lib/gateway-calls.ts';
import { reportRows } from './report.ts';

const STREAMS = 200;

async function measureSingleCalls() {
  const vendor = await startFastVendor();
  const service = await startServiceProcess(builtService);
  try {
    await useVendor(service, vendor.url);
    const gateway = gatewayOf(service.url, await service.signIn('professional'));
    return await measureCalls(vendor.url, gateway, service.pid);
  } finally {
    await Promise.all([service.stop(), vendor.stop()]);
  }
}

const calls = await measureSingleCalls();
const streams = await proveStreams({ pairs: 1, deltas: 2, streams: STREAMS, seconds: 15 }, () => {});
const { direct, gateway } = streams.delay;
const { megabytes } = streams;
const isComplete = streams.arrived.gateway === streams.expected && streams.failures.length === 0;
reportRows([
  { work: 'Gateway: CPU per call of 20 deltas', unit: 'ms', budget: 4, figure: calls.processor },
  { work: 'Gateway: first byte at a 0 ms vendor, added', unit: 'ms', budget: 3, figure: calls.added },
  {
    work: `200 streams, 20 deltas a second: p99 against direct (${gateway.p99.toFixed(0)} and ${direct.p99.toFixed(0)} ms)`,
    unit: 'x',
    budget: 1.3,
    // Lost deltas would make the other ones faster.
    figure: isComplete ? gateway.p99 / direct.p99 : Number.NaN,
  },
  {
    work: 'The same: memory of a stream',
    unit: 'kB',
    budget: 50,
    figure: megabytes ? ((megabytes.during - megabytes.before) * 1024) / STREAMS : Number.NaN,
  },
]);
