// Calls seven kinds of vendor with 41 faults each, directly and through the gateway: callers must get the error from
// the catalog. `npm run prove -- faults` prints the result of each caller. It also fails if a caller waits longer than
// 31 s, or if memory or sockets leak. Takes a minute and a half.
import { faultCatalog, faultyKinds } from '../../e2e/vendor/fault-catalog.ts';
import { callPaths, type FaultCall } from './lib/fault-calls.ts';
import { proveFaults } from './lib/fault-proof.ts';
import { secondsSince } from './lib/figures.ts';

/** The maximum time without an event, in milliseconds: the product's 30 s, plus a second for a busy machine. */
const maxWait = 31_000;
/** The maximum growth of the heap, as a factor. */
const maxHeapGrowth = 1.1;

const started = performance.now();
const figures = await proveFaults((line) => console.log(line));
const { calls, mostCalls, callers, service, openConnections } = figures;

const isRight = ({ received, expected }: FaultCall) => received === expected;
const width = Math.max(...faultCatalog.map(({ name }) => name.length));
const columns = callPaths.flatMap((path) => faultyKinds.map((kind) => ({ path, kind })));

console.log(
  `\n${'fault'.padEnd(width)}  ${callPaths.map((path) => path.padEnd(faultyKinds.length * 3 - 1)).join(' ')}  longest wait`,
);
for (const fault of faultCatalog) {
  const those = calls.filter((call) => call.fault === fault);
  const marks = callPaths
    .map((path) =>
      columns
        .filter((column) => column.path === path)
        .map(({ kind }) =>
          those.some((one) => one.path === path && one.kind === kind && isRight(one)) ? 'ok' : '--',
        )
        .join(' '),
    )
    .join('  ');
  const wait = Math.max(...those.map((one) => one.longestWait));
  console.log(`${fault.name.padEnd(width)}  ${marks}  ${(wait / 1000).toFixed(2).padStart(6)} s`);
  for (const received of new Set(those.map((one) => one.received))) console.log(`  ${received}`);
}
for (const one of calls.filter((call) => !isRight(call)))
  console.log(
    `WRONG ${one.path} ${one.kind}, ${one.fault.name}:\n  received ${one.received}\n  expected ${one.expected}`,
  );

const wait = Math.max(...calls.map((one) => one.longestWait));
const counts = callPaths.map((path) => {
  const own = calls.filter((call) => call.path === path);
  return { path, right: own.filter(isRight).length, all: own.length };
});
type Change = typeof callers;
const describe = ({ before, after }: Change) =>
  `heap ${before.heap.toFixed(1)} MB before, ${after.heap.toFixed(1)} MB after: ${(after.heap / before.heap).toFixed(2)}x (at most ${maxHeapGrowth}x); ` +
  `memory ${before.megabytes ?? '?'} and ${after.megabytes ?? '?'} MB; sockets ${before.sockets ?? '?'} and ${after.sockets ?? '?'}`;
console.log(`
columns        ${faultyKinds.join(', ')}`);
for (const { path, right, all } of counts) console.log(`${path.padEnd(14)} ${right} of ${all}`);
console.log(`longest wait   ${(wait / 1000).toFixed(2)} s without a new event (at most 31 s)
upstream       at most ${mostCalls} calls for one request (at most 3)
callers        ${describe(callers)}
service        ${describe(service)}
vendors        ${openConnections} connections open
${secondsSince(started).toFixed(0)} s in total`);

const isClean = (change: Change) =>
  change.after.heap <= change.before.heap * maxHeapGrowth &&
  (change.after.sockets ?? 0) <= (change.before.sockets ?? 0);
const isComplete = counts.every(
  ({ right, all }) => right === all && all === faultCatalog.length * faultyKinds.length,
);
process.exitCode =
  isComplete &&
  isClean(callers) &&
  isClean(service) &&
  openConnections === 0 &&
  wait <= maxWait &&
  mostCalls <= 3
    ? 0
    : 1;
