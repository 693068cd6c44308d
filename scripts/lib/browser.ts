// The browser for commands that open pages: the system's, or Playwright's if the system has none.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

export const chromiumPath =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  ) ??
  chromium.executablePath();

/** Chromium's sandbox does not work for root, which is the user in pipelines. */
export const chromiumArguments = [
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
] as const;

export const openBrowser = () =>
  chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments] });

/** The headless shell, if it is installed: Chromium without windows. It opens pages in half the processor time. */
const headlessShell =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path)) ??
  chromiumPath;

/** Opens a browser for many contexts. One process serves all pages of a site, so later pages start faster. */
export const openLightBrowser = () =>
  chromium.launch({ executablePath: headlessShell, args: [...chromiumArguments, '--process-per-site'] });
