// The browser for commands that open pages: the system's, or Playwright's if there is none.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

export const chromiumPath =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  ) ??
  chromium.executablePath();

/** Pipelines run as root, and Chromium's sandbox doesn't work for root. */
export const chromiumArguments = [
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
] as const;

export const openBrowser = () =>
  chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments] });

/** Chromium without the code for windows, where it exists: pages open in half the processor time. */
const headlessShell =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path)) ??
  chromiumPath;

/** For many browser contexts: each has one process for all its pages of a site, so that a page opens with warm code. */
export const openLightBrowser = () =>
  chromium.launch({ executablePath: headlessShell, args: [...chromiumArguments, '--process-per-site'] });
