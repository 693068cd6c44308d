import { join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import { brand } from '../shared/brand.ts';
import { appId } from './app-id.ts';
import { pageFromCommandLine, linkScheme, pageFromDeepLink } from './deep-link.ts';
import { keepCrashDumps } from './diagnostics/crash-dumps.ts';
import { openLogFile } from './diagnostics/log-file.ts';
import { showSystemLanguage } from './language.ts';
import { log, logTo } from './log.ts';
import { offerContextMenu } from './menu/context-menu.ts';
import { registerLinks } from './program.ts';
import { registerScheme } from './protocol/scheme.ts';
import { runsWithoutSandbox } from './sandbox.ts';
import { start, type RunningApp } from './start.ts';
import { applyPolicies } from './window/policies.ts';
import { startTexts } from './texts.ts';

app.setName(brand);
if (process.platform === 'win32') app.setAppUserModelId(appId);
// Only tests set this variable. Packaged apps ignore it: otherwise another program could start the app with other data.
const dataDirectory = process.env['CLOVER_USER_DATA_DIR'];
if (!app.isPackaged && dataDirectory) app.setPath('userData', dataDirectory);
// The logs are in the data folder, so that they are erased with the other data.
app.setPath('logs', join(app.getPath('userData'), 'logs'));
keepCrashDumps();

registerScheme();
app.enableSandbox();
app.on('web-contents-created', (_event, contents) => {
  applyPolicies(contents);
  offerContextMenu(contents);
});

let running: RunningApp | undefined;
/** The link that arrived before the app was ready. */
let pendingPath = pageFromCommandLine(process.argv);

function openLink(path: string | null): void {
  if (path === null) running?.show();
  else if (running) running.open(path);
  else pendingPath = path;
}

async function run(): Promise<void> {
  if (runsWithoutSandbox()) {
    log('app.no-sandbox');
    await showSystemLanguage();
    dialog.showErrorBox(startTexts.failed, startTexts.noSandbox);
    return app.exit(1);
  }
  try {
    const started = await start();
    if (!started) return app.quit();
    running = started;
    if (pendingPath !== null) running.open(pendingPath);
  } catch (error) {
    log('app.no-start', { kind: error instanceof Error ? error.name : typeof error });
    dialog.showErrorBox(startTexts.failed, error instanceof Error ? error.message : startTexts.unknown);
    app.exit(1);
  }
}

// Two instances would open the same database and corrupt it.
if (app.requestSingleInstanceLock()) {
  logTo(openLogFile(app.getPath('logs')));
  log('app.start', { version: app.getVersion(), platform: process.platform, arch: process.arch });
  registerLinks(linkScheme, process.env);
  app.on('second-instance', (_event, commandLine) => openLink(pageFromCommandLine(commandLine)));
  // This event delivers links on macOS.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openLink(pageFromDeepLink(url));
  });
  app.on('activate', () => running?.show());
  app.on('window-all-closed', () => {
    if (process.platform === 'darwin') return;
    // Replies continue without a window, so the app keeps running until they are stored.
    void Promise.resolve(running?.idle()).then(() => {
      if (BrowserWindow.getAllWindows().length === 0) app.quit();
    });
  });
  app.on('will-quit', (event) => {
    if (!running) return;
    // Don't quit yet: the service must save its data first. Then quit again.
    event.preventDefault();
    const stopping = running.stop();
    running = undefined;
    void stopping.finally(() => app.quit());
  });
  // Don't await this, because `ready` is emitted only after this module has been evaluated.
  void app.whenReady().then(run);
} else {
  app.quit();
}
