// Runs three devices of one account through random histories of actions and faults, a long reply, and offline use: no
// text may be lost or duplicated. `npm run prove -- survive [--only histories|reply|desktop|offline]`; for histories
// `[--histories 300] [--minutes 60] [--lanes 3] [--length 14] [--seed N] [--history K] [--shrink] [--verbose]`. A
// failed history prints the command that repeats it. Needs Chromium.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLightBrowser } from '../lib/browser.ts';
import { ensureBuilt } from '../lib/build.mjs';
import { nodeBinary, run } from '../lib/run.mjs';
import { proveHistories } from './survive/histories.ts';
import { Lane } from './survive/lane.ts';
import { proveLongReply } from './survive/long-reply.ts';
import { proveOffline } from './survive/offline.ts';
import { startLoggingVendor } from './survive/vendor-log.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    histories: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '3' },
    length: { type: 'string', default: '14' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    history: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const isWanted = (part: string) =>
  (values.only ?? part) === part && (values.history === undefined || part === 'histories');
const indices =
  values.history === undefined
    ? Array.from({ length: Number(values.histories) }, (_, index) => index)
    : values.history.split(',').map(Number);

await ensureBuilt('web', 'service');
const browser = await openLightBrowser();
const vendor = await startLoggingVendor();
const results: boolean[] = [];
const report = (failures: readonly string[]) => {
  for (const failure of failures) console.log(`  failed: ${failure}`);
  results.push(failures.length === 0);
};

if (isWanted('reply') || isWanted('offline')) {
  const lane = await Lane.open(browser, vendor);
  if (isWanted('reply')) {
    const reply = await proveLongReply(lane, { seconds: 60, reloads: 20, cuts: 5, closedSeconds: 20 });
    console.log(
      `a reply of 60 s  ${reply.reloads} reloads, ${reply.cuts} cuts, closed for 20 s, a second device: ${reply.characters} ` +
        `characters, compared ${reply.readings} times on the way; ${reply.vendorCalls} vendor call`,
    );
    report(reply.failures);
  }
  if (isWanted('offline')) {
    const offline = await proveOffline(lane, { chats: 30, openings: 9, sends: 3 });
    console.log(
      `service stopped  readable after ${Math.round(offline.offline)} ms, with it ${Math.round(offline.online)} ms: ` +
        `${(offline.offline / offline.online).toFixed(2)}x (at most 1.2x); a known chat at most ${offline.frames} frames after the ` +
        `route changed (at most 1); ${offline.found} of ${offline.chats} chats found; ` +
        `${offline.arrived} of ${offline.sent} messages sent afterwards`,
    );
    report(offline.failures);
  }
  await lane.close();
}
if (isWanted('desktop')) {
  const spec = [join('scripts', 'e2e.mjs'), 'desktop', 'long-reply', '--retries=0'];
  const code = await run(nodeBinary(), spec, { env: { CLOVER_SURVIVE: 'full' } });
  console.log(
    `on the desktop   the same with an own key, 20 reloads and the window closed for 20 s: ${code === 0 ? 'passed' : 'FAILED'}`,
  );
  results.push(code === 0);
}
if (isWanted('histories')) {
  const isProven = await proveHistories(browser, vendor, {
    seed: Number(values.seed),
    indices,
    length: Number(values.length),
    lanes: Number(values.lanes),
    minutes: Number(values.minutes),
    isVerbose: values.verbose,
    isShrunk: values.shrink,
  });
  results.push(isProven);
}
await browser.close();
await vendor.close();
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
