// Sends hostile calls to every channel of the desktop's main process: each call must be refused with a reason and
// change nothing. `npm run prove -- fuzz [seeds]` (1,000 per channel) also fails if an error or a log line repeats a
// secret.
import '../../src/main/testing/fake-modules.ts';

const { startFuzzedApp } = await import('./lib/desktop-fuzz.ts');

const seeds = Number(process.argv[2] ?? 1_000);
const { channels, fuzz, close } = await startFuzzedApp();
let wrong = 0;
for (const channel of channels) {
  // Otherwise, errors would only be recorded.
  // oxlint-disable-next-line no-await-in-loop -- all share one app
  const report = await fuzz(channel, seeds).catch((error: unknown) => {
    console.log(error);
    process.exit(1);
  });
  const reasons = Object.entries(report.refused).map(([reason, times]) => `${times} ${reason}`);
  console.log(
    `${channel.padEnd(32)} ${reasons.join(', ')}; unusual but valid: ${report.answered} answered, ` +
      `${report.refusedInWords} refused with a message, ${report.failed} with the general message`,
  );
  for (const line of report.wrong.slice(0, 5)) console.log(`  WRONG: ${line}`);
  wrong += report.wrong.length;
}
console.log(`${channels.length} channels, ${seeds} seeds each: ${wrong} wrong`);
await close();
process.exit(wrong === 0 ? 0 : 1);
