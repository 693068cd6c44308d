// Kills a process that writes to the embedded database, again and again and without warning, and counts what is lost.
// `npm run prove:kill` prints the figures and ends with 1 when anything acknowledged is missing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds } from '../../src/service/testing/kill-rounds.ts';

const kills = Number(process.argv[2] ?? 20);
const mostRows = 400;

const folder = await mkdtemp(join(tmpdir(), 'clover-kill-'));
try {
  const report = await runKillRounds({
    dataDir: join(folder, 'database'),
    kills,
    rowsBeforeKill: () => 1 + Math.floor(Math.random() * mostRows),
    onRound: (round, acknowledged) => {
      if (round < kills)
        console.log(`kill ${round + 1} of ${kills}: ${acknowledged} rows acknowledged so far`);
    },
  });
  const starts = report.startsMs.toSorted((one, other) => one - other);
  console.log(
    `\n${report.kills} kills, ${report.acknowledged} acknowledged, ${report.lost.length} lost, ` +
      `${report.phantom.length} phantom, ${report.torn.length} torn; ` +
      `start after a kill ${starts[0]} to ${starts.at(-1)} ms, half within ${starts[Math.floor(starts.length / 2)]} ms`,
  );
  const isWhole = report.lost.length + report.phantom.length + report.torn.length === 0;
  process.exitCode = isWhole && report.acknowledged > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
