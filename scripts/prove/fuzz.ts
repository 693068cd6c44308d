// Calls every channel of the desktop's main process with what no page of ours would send, through the real handlers.
// `npm run prove:fuzz [seeds]` (1,000 a channel) ends with 1 when a call had an effect, broke something, repeated a secret
// or was refused without a reason.
import '../../src/main/testing/stand-in.ts';

const { startFuzzedApp } = await import('./lib/desktop-fuzz.ts');

const seeds = Number(process.argv[2] ?? 1_000);
const { channels, fuzz, close } = await startFuzzedApp();
let wrong = 0;
for (const channel of channels) {
  // oxlint-disable-next-line no-await-in-loop -- all share the one app
  const report = await fuzz(channel, seeds);
  const reasons = Object.entries(report.refused).map(([reason, times]) => `${times} ${reason}`);
  console.log(
    `${channel.padEnd(32)} ${reasons.join(', ')}; odd but within bounds: ${report.answered} answered, ` +
      `${report.refusedInWords} refused in words, ${report.failed} by the general sentence`,
  );
  for (const line of report.wrong.slice(0, 5)) console.log(`  WRONG: ${line}`);
  wrong += report.wrong.length;
}
console.log(`${channels.length} channels, ${seeds} seeds each: ${wrong} wrong`);
await close();
process.exit(wrong === 0 ? 0 : 1);
