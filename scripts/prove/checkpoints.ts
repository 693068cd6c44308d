// Measures the cost of checkpoints: compares 200 streams whose replies are stored with 200 whose replies are not. `npm
// run prove -- checkpoints [--short]` fails if checkpoints increase the processor time by more than a quarter, or if a
// delta is lost.
import { proveCheckpoints } from './lib/checkpoint-proof.ts';

const plan = process.argv.includes('--short')
  ? { streams: 40, seconds: 5, rounds: 1 }
  : { streams: 200, seconds: 30, rounds: 3 };
const maxRatio = 1.25;

const { processor, expected, arrived, stored, failures } = await proveCheckpoints(plan, (line) =>
  console.log(line),
);
const ratio = processor && processor.with / processor.without;
console.log(`
${plan.streams} streams x 20 deltas a second x ${plan.seconds} s, median of ${plan.rounds} pairs of runs
  processor    ${processor && ratio !== null ? `the service ${processor.without.toFixed(0)} ms without, ${processor.with.toFixed(0)} ms with checkpoints: ${ratio.toFixed(3)}x (at most ${maxRatio}x)` : 'not available on this system'}
  arrived      ${arrived.without} without, ${arrived.with} with checkpoints, of ${expected}
  stored       ${stored} of ${plan.streams * plan.rounds} replies with every delta`);
for (const failure of new Set(failures)) console.log(`  failed: ${failure}`);
const isComplete =
  arrived.without === expected &&
  arrived.with === expected &&
  stored === plan.streams * plan.rounds &&
  failures.length === 0;
process.exitCode = isComplete && (ratio === null || ratio <= maxRatio) ? 0 : 1;
