import { app, dialog } from 'electron';
import { brand } from '../shared/brand.ts';
import { log } from './log.ts';
import { paths } from './paths.ts';
import { registerScheme } from './protocol/scheme.ts';
import { start } from './start.ts';
import { applyPolicies } from './window/policies.ts';
import { showWindow } from './window/window.ts';

app.setName(brand);
// A place of its own for a test's data. Not in a packaged app: there it would let a start command swap the user's files.
const dataDirectory = process.env['CLOVER_USER_DATA_DIR'];
if (!app.isPackaged && dataDirectory) app.setPath('userData', dataDirectory);

registerScheme();
app.enableSandbox();
app.on('web-contents-created', (_event, contents) => applyPolicies(contents));

let stop: (() => Promise<void>) | undefined;

async function run(): Promise<void> {
  try {
    ({ stop } = await start());
  } catch (error) {
    log('app.no-start', { kind: error instanceof Error ? error.name : typeof error });
    dialog.showErrorBox(
      `${brand} cannot start`,
      error instanceof Error ? error.message : 'An unknown error came up.',
    );
    app.exit(1);
  }
}

// Two instances would open one database twice, which destroys it.
if (app.requestSingleInstanceLock()) {
  // Not before the start is done, because until then nobody answers the page's scheme and no permission is denied.
  const show = (): void => void (stop && showWindow(paths.preload));
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (!stop) return;
    // The service writes what it holds before the app goes; the second quit finds nothing left to stop.
    event.preventDefault();
    const stopping = stop();
    stop = undefined;
    void stopping.finally(() => app.quit());
  });
  // Not awaited: `ready` comes only after this module has been evaluated, so a top-level await would wait for ever.
  void app.whenReady().then(run);
} else {
  app.quit();
}
