// Kills a process that writes to the embedded database, 20 times: no acknowledged row may be lost. `npm run prove
// -- kill [kills]`
import { join } from 'node:path';
import { runKillRounds } from '../../src/service/testing/kill-rounds.ts';
import { withFolder } from './lib/databases.ts';
import { median } from './lib/figures.ts';

const kills = Number(process.argv[2] ?? 20);
const maxRows = 400;

await withFolder('kill', async (folder) => {
  const { acknowledged, lost, phantom, torn, startsMs } = await runKillRounds({
    dataDir: join(folder, 'database'),
    kills,
    rowsBeforeKill: () => 1 + Math.floor(Math.random() * maxRows),
    onRound: (round, rows) => {
      if (round < kills) console.log(`kill ${round + 1} of ${kills}: ${rows} rows acknowledged so far`);
    },
  });
  console.log(
    `\n${kills} kills, ${acknowledged} acknowledged, ${lost.length} lost, ${phantom.length} phantom, ${torn.length} torn; ` +
      `start after a kill ${Math.min(...startsMs)} to ${Math.max(...startsMs)} ms, half within ${median(startsMs)} ms`,
  );
  process.exitCode = acknowledged > 0 && lost.length + phantom.length + torn.length === 0 ? 0 : 1;
});
