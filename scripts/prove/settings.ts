// Kills a process in its settings writes, and starts the app on settings files and disks that are not as they should be.
// `npm run prove:settings [kills]` ends with 1 when a file was torn, a setting lost, or the app did not start and say so.
import { badFiles, killSettingsWriter, startOnBadDisk, startOnBadFile } from './lib/settings-proof.ts';

const kills = Number(process.argv[2] ?? 200);
const report = await killSettingsWriter(kills);
console.log(
  `${report.kills} kills in settings writes: ${report.acknowledged} writes acknowledged, ${report.torn} files torn, ` +
    `${report.lost} times something acknowledged was lost, ${report.left.length} parts left behind`,
);
let isRight = report.torn + report.lost === 0 && report.acknowledged > kills && report.left.length <= 1;

for (const bad of badFiles) {
  const fault = await startOnBadFile(bad);
  console.log(
    `settings file ${bad.name}: ${fault ?? 'the app starts, says so where it could not read it, keeps the old one'}`,
  );
  isRight &&= fault === null;
}
const wrong = await startOnBadDisk();
if (wrong === null)
  console.log('not run here: a full and a read-only disk (needs Linux and the right to mount)');
else {
  console.log('a full disk, one nearly full, one read-only: the app starts on each');
  for (const line of wrong) console.log(`  WRONG: ${line}`);
  isRight &&= wrong.length === 0;
}
process.exitCode = isRight ? 0 : 1;
