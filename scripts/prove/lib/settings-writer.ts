// Writes settings into a folder until it is killed. Prints each number once it is saved. The first line is the
// previously saved number.
import { writeSync } from 'node:fs';
import '../../../src/main/testing/fake-modules.ts';

const [directory = ''] = process.argv.slice(2);
const { openStore } = await import('../../../src/main/settings/store.ts');
const { changeSettings, settingsSchema } = await import('../../../src/main/settings/settings.ts');

const store = openStore(directory, 'settings', settingsSchema);
let count = Number(store.read().uiState['count'] ?? 0);
// Print synchronously, so that every printed number has been saved.
writeSync(1, `${count}\n`);
for (;;) {
  count += 1;
  // The writes have different lengths, so that an incomplete one can be detected.
  changeSettings(store, { uiState: { count: String(count), fill: 'x'.repeat((count * 7_919) % 60_000) } });
  writeSync(1, `${count}\n`);
}
