// The browser of the commands that look at pages: the system's own, Playwright's where there is none.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

export const chromiumPath =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  ) ??
  chromium.executablePath();

/** Chromium's sandbox cannot be set up by root, as which pipelines run. */
export const chromiumArguments = [
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
] as const;

export const openBrowser = () =>
  chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments] });
