// Injects faults that operators may see: /readyz, the log and the error message must report each of them. `npm run
// prove -- operator [words of a fault's name]`
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from './lib/databases.ts';
import { faults } from './operator/faults.ts';

const words = process.argv.slice(2).join(' ');
const selected = faults.filter(({ name }) => name.includes(words));

const wrong = await withFolder('operator', async (folder) => {
  let count = 0;
  for (const [index, { name, run }] of selected.entries()) {
    const own = join(folder, String(index));
    await mkdir(own, { mode: 0o711 });
    const seen = await run(own).catch((error: unknown) => ({
      readyz: '?',
      log: String(error),
      user: '?',
      isRight: false,
    }));
    if (!seen) {
      console.log(`not run here: ${name}`);
      continue;
    }
    if (!seen.isRight) count += 1;
    console.log(`${seen.isRight ? 'ok   ' : 'WRONG'} ${name}`);
    console.log(`      /readyz: ${seen.readyz}\n      log: ${seen.log}\n      user: ${seen.user}`);
  }
  return count;
});
console.log(`${selected.length - wrong} of ${selected.length} faults handled as expected`);
process.exitCode = wrong === 0 ? 0 : 1;
