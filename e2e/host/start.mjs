// Starts in Electron's order: Chromium, the whole main module of the app, then `ready`.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandLine, becomeReady, onExit } from './api/app.mjs';
import { attachBrowser } from './api/windows.mjs';
import { startChromium } from './chromium.mjs';
import { startProxy } from './proxy.mjs';

/** Electron's exit code for a main module that never finishes, e.g. because it awaits `ready` at top level. */
const neverEvaluated = 70;
const evaluationLimit = 20_000;

const options = process.argv.slice(1).filter((argument) => !argument.endsWith('start.mjs'));
const place = resolve(options.find((argument) => !argument.startsWith('-')) ?? '.');
const main = statSync(place).isDirectory()
  ? join(place, JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).main)
  : place;
if (!existsSync(main)) throw new Error(`[host] ${main} is not built.`);

const chromium = await startChromium({ proxyPort: await startProxy(), switches: commandLine.all() });
onExit(() => chromium.close());
process.on('exit', () => chromium.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(128));
chromium.connection.browser.once('closed', () => setTimeout(() => process.exit(1), 5_000).unref());
await attachBrowser(chromium.connection);
process.stderr.write(`DevTools listening on ${chromium.address}\n`);

const timer = setTimeout(() => {
  process.stderr.write(
    '[host] The main module never finishes: `ready` is emitted only after it, so it must not await `ready` at top level.\n',
  );
  process.exit(neverEvaluated);
}, evaluationLimit);
await import(pathToFileURL(main).href);
clearTimeout(timer);
becomeReady();
