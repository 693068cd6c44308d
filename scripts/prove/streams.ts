// Measures the cost of the gateway for a call, and whether 200 concurrent streams stay complete. `npm run prove --
// streams [--short]` fails if a figure misses its goal. `--short` takes seconds instead of minutes.
import { proveStreams, type Percentiles } from './lib/stream-proof.ts';

const isShort = process.argv.includes('--short');
const plan = isShort
  ? { pairs: 5, deltas: 40, streams: 40, seconds: 3 }
  : { pairs: 25, deltas: 40, streams: 200, seconds: 60 };

const figures = await proveStreams(plan, (line) => console.log(line));
const { firstByte, delay, arrived, expected, left, sockets, megabytes, processor } = figures;
const round = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
const each = (milliseconds: number) => `${milliseconds.toFixed(3)} ms`;
const spread = ({ p50, p99, most }: Percentiles) =>
  `p50 ${round(p50)}, p99 ${round(p99)}, most ${round(most)}`;

console.log(`
one call, vendor with 200 ms to its first byte
  first byte   direct ${round(firstByte.direct)}, gateway ${round(firstByte.gateway)}: ${figures.firstByteRatio.toFixed(3)}x (at most 1.1x)
  in total     ${figures.totalRatio.toFixed(4)}x (at most 1.01x)
${plan.streams} streams x 20 deltas a second x ${plan.seconds} s
  arrived      direct ${arrived.direct}, gateway ${arrived.gateway} of ${expected}
  a delta      direct ${spread(delay.direct)}
               gateway ${spread(delay.gateway)} (p99 under 25 ms)
  processor    ${processor ? `the service ${each(processor.delta)} a delta and ${round(processor.reply)} a reply; besides, the vendor ${each(processor.vendor)} and the readers ${each(processor.readers)} a delta` : 'not available on this system'}
  left open    ${left.openReplies} replies, ${left.connections} connections at the vendor
  sockets      ${sockets ? `${sockets.before} before, ${sockets.after} after` : 'not available on this system'}
  memory       ${megabytes ? `${megabytes.before} MB before, ${megabytes.during} MB during, ${megabytes.after} MB after: ${Math.round(((megabytes.during - megabytes.before) * 1024) / plan.streams)} kB a stream` : 'not available on this system'}`);
for (const failure of new Set(figures.failures)) console.log(`  failed: ${failure}`);

const isComplete = arrived.gateway === expected && figures.failures.length === 0;
const isLeftClean =
  left.openReplies === 0 && left.connections === 0 && (!sockets || sockets.after <= sockets.before);
const isFast = figures.firstByteRatio <= 1.1 && figures.totalRatio <= 1.01 && delay.gateway.p99 < 25;
process.exitCode = isComplete && isLeftClean && isFast ? 0 : 1;
