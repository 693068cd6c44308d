import { app, dialog } from 'electron';
import { brand } from '../shared/brand.ts';
import { appId } from './app-id.ts';
import { deepLinkIn, linkScheme, readDeepLink } from './links/deep-link.ts';
import { log } from './log.ts';
import { offerContextMenu } from './menu/context-menu.ts';
import { registerScheme } from './protocol/scheme.ts';
import { start, type RunningApp } from './start.ts';
import { applyPolicies } from './window/policies.ts';

app.setName(brand);
if (process.platform === 'win32') app.setAppUserModelId(appId);
// A place of its own for a test's data. Not in a packaged app: there it would let a start command swap the user's files.
const dataDirectory = process.env['CLOVER_USER_DATA_DIR'];
if (!app.isPackaged && dataDirectory) app.setPath('userData', dataDirectory);

registerScheme();
app.enableSandbox();
app.on('web-contents-created', (_event, contents) => {
  applyPolicies(contents);
  offerContextMenu(contents);
});

let running: RunningApp | undefined;
/** A link that came before the app was ready to follow it. */
let early = deepLinkIn(process.argv);

function follow(path: string | null): void {
  if (path === null) running?.show();
  else if (running) running.open(path);
  else early = path;
}

async function run(): Promise<void> {
  try {
    running = await start();
    if (early !== null) running.open(early);
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
  // A copy that runs from its sources would register a command line that exists on this machine alone.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app.on('second-instance', (_event, commandLine) => follow(deepLinkIn(commandLine)));
  // macOS hands links over by an event, to the running app too.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    follow(readDeepLink(url));
  });
  app.on('activate', () => running?.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (!running) return;
    // The service writes what it holds before the app goes; the second quit finds nothing left to stop.
    event.preventDefault();
    const stopping = running.stop();
    running = undefined;
    void stopping.finally(() => app.quit());
  });
  // Not awaited: `ready` comes only after this module has been evaluated, so a top-level await would wait for ever.
  void app.whenReady().then(run);
} else {
  app.quit();
}
