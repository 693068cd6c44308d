// Meets forty scripted faults of four kinds of vendor, directly and through the gateway of a started service.
// `npm run prove:faults` prints what each caller was told, and ends with 1 when one was told anything else than the error
// catalogue says, waited longer than 31 s, or left something behind. It takes a minute and a half.
import { faultCatalogue, faultyKinds } from '../../e2e/vendor/fault-catalogue.ts';
import { paths, type Meeting } from './lib/fault-calls.ts';
import { proveFaults } from './lib/fault-proof.ts';

/** Milliseconds without anything new: the 30 s of the product and what a busy machine adds. */
const longestWait = 31_000;
/** How much more memory may be held afterwards. */
const growth = 1.1;

const started = performance.now();
const figures = await proveFaults((line) => console.log(line));
const { meetings, mostCalls, callers, service, openConnections } = figures;

const isRight = ({ told, expected }: Meeting) => told === expected;
const width = Math.max(...faultCatalogue.map(({ name }) => name.length));
const columns = paths.flatMap((path) => faultyKinds.map((kind) => ({ path, kind })));

console.log(`\n${'fault'.padEnd(width)}  ${paths.map((path) => path.padEnd(11)).join(' ')}  longest wait`);
for (const fault of faultCatalogue) {
  const met = meetings.filter((meeting) => meeting.fault === fault);
  const marks = paths
    .map((path) =>
      columns
        .filter((column) => column.path === path)
        .map(({ kind }) =>
          met.some((one) => one.path === path && one.kind === kind && isRight(one)) ? 'ok' : '--',
        )
        .join(' '),
    )
    .join('  ');
  const wait = Math.max(...met.map((one) => one.longestWait));
  console.log(`${fault.name.padEnd(width)}  ${marks}  ${(wait / 1000).toFixed(2).padStart(6)} s`);
  for (const told of new Set(met.map((one) => one.told))) console.log(`  ${told}`);
}
for (const one of meetings.filter((meeting) => !isRight(meeting)))
  console.log(
    `WRONG ${one.path} ${one.kind}, ${one.fault.name}:\n  told     ${one.told}\n  expected ${one.expected}`,
  );

const wait = Math.max(...meetings.map((one) => one.longestWait));
const counts = paths.map((path) => {
  const own = meetings.filter((meeting) => meeting.path === path);
  return { path, right: own.filter(isRight).length, all: own.length };
});
type Change = typeof callers;
const held = ({ before, after }: Change) =>
  `heap ${before.heap.toFixed(1)} MB before, ${after.heap.toFixed(1)} MB after: ${(after.heap / before.heap).toFixed(2)}x (at most ${growth}x); ` +
  `memory ${before.megabytes ?? '?'} and ${after.megabytes ?? '?'} MB; sockets ${before.sockets ?? '?'} and ${after.sockets ?? '?'}`;
console.log(`
columns        ${faultyKinds.join(', ')}`);
for (const { path, right, all } of counts) console.log(`${path.padEnd(14)} ${right} of ${all}`);
console.log(`longest wait   ${(wait / 1000).toFixed(2)} s without anything new (at most 31 s)
upstream       at most ${mostCalls} calls for one request (at most 3)
callers        ${held(callers)}
service        ${held(service)}
vendors        ${openConnections} connections open
${((performance.now() - started) / 1000).toFixed(0)} s in all`);

const isClean = (change: Change) =>
  change.after.heap <= change.before.heap * growth &&
  (change.after.sockets ?? 0) <= (change.before.sockets ?? 0);
const isWhole = counts.every(({ right, all }) => right === 160 && all === 160);
process.exitCode =
  isWhole &&
  isClean(callers) &&
  isClean(service) &&
  openConnections === 0 &&
  wait <= longestWait &&
  mostCalls <= 3
    ? 0
    : 1;
