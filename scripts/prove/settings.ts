// Kills the desktop app 200 times while it writes settings, and starts it with bad files and full disks: it must
// lose nothing and always open a window. `npm run prove -- settings [kills]`
import { badFiles, killSettingsWriter, startOnBadDisk, startOnBadFile } from './lib/settings-proof.ts';

const kills = Number(process.argv[2] ?? 200);
const report = await killSettingsWriter(kills);
console.log(
  `${report.kills} kills in settings writes: ${report.acknowledged} writes acknowledged, ${report.incomplete} files incomplete, ` +
    `${report.lost} times an acknowledged write was lost, ${report.left.length} temporary files left`,
);
let isRight = report.incomplete + report.lost === 0 && report.acknowledged > kills && report.left.length <= 1;

for (const bad of badFiles) {
  const fault = await startOnBadFile(bad);
  console.log(
    `settings file ${bad.name}: ${fault ?? 'the app starts, reports a file that it could not read, and preserves it'}`,
  );
  isRight &&= fault === null;
}
const wrong = await startOnBadDisk();
if (wrong === null)
  console.log('not run here: a full and a read-only disk (needs Linux and the right to mount)');
else {
  console.log(
    "a full disk, one nearly full, one read-only: the app starts on each and reports that it can't save",
  );
  for (const line of wrong) console.log(`  WRONG: ${line}`);
  isRight &&= wrong.length === 0;
}
process.exitCode = isRight ? 0 : 1;
