import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, net, protocol, safeStorage, session, utilityProcess } from 'electron';
import { brand } from '../shared/brand.ts';
import { createAppShell, type AppShell } from './app-shell.ts';
import { createSpelling } from './computer/spelling.ts';
import { watchTrayHost } from './computer/tray-host.ts';
import { watchIncidents } from './diagnostics/incidents.ts';
import { reportProxyLogin } from './diagnostics/proxy-login.ts';
import { logServiceLines } from './diagnostics/service-lines.ts';
import { finishErasure, requestErasure, withdrawErasure } from './erasure.ts';
import { registerCompletions } from './ipc/completions.ts';
import { registerKeys } from './ipc/keys.ts';
import { registerModels } from './ipc/models.ts';
import { registerOutgoingFiles } from './ipc/outgoing-files.ts';
import { registerProblemReport } from './ipc/problem-report.ts';
import { registerReplies } from './ipc/replies.ts';
import { registerScreenCapture } from './ipc/screen-capture.ts';
import { registerService } from './ipc/service.ts';
import { registerSettings } from './ipc/settings.ts';
import { registerShell } from './ipc/shell.ts';
import { registerTranscription } from './ipc/transcription.ts';
import { registerVerification } from './ipc/verification.ts';
import { createVault } from './keychain/create-vault.ts';
import { createEncryptedKeys } from './keychain/encrypted-keys.ts';
import { withKeyUses } from './keychain/key-uses.ts';
import { loadKeytar } from './keychain/load-keytar.ts';
import { showLanguage, showSystemLanguage } from './language.ts';
import { log } from './log.ts';
import { paths } from './paths.ts';
import { createProtocolHandler } from './protocol/handler.ts';
import { scheme } from './protocol/scheme.ts';
import { createComplete } from './providers/complete.ts';
import { createCompletions } from './providers/completions.ts';
import { guardFetch } from './providers/outbound.ts';
import { createLocalModels } from './providers/local-models.ts';
import { createOwnModels } from './providers/own-models.ts';
import { createTranscribe } from './providers/transcribe.ts';
import { createVendorLookup } from './providers/vendor-lookup.ts';
import { createKeyVerifier } from './providers/verify-key.ts';
import { createAnnouncement } from './replies/announce-reply.ts';
import { createReplies } from './replies/replies.ts';
import { createReplyCalls } from './replies/reply-calls.ts';
import { createTokens } from './replies/tokens.ts';
import { createUnsavedReplies } from './replies/unsaved-replies.ts';
import { listBackups } from './restore/backups.ts';
import { showNotRestored } from './restore/offer-restore.ts';
import { openRestoreRequest } from './restore/restore-request.ts';
import { configuredService } from './service/choose-service.ts';
import { startEmbeddedService } from './service/embedded-service.ts';
import { createHostedService } from './service/hosted-service.ts';
import { createLocalChats } from './service/local-chats.ts';
import { addAccessHeaders, allowWindowRequests } from './service/service-access.ts';
import type { Service } from './service/service.ts';
import { beginFirstStart, isNewProfile, openFirstStart } from './settings/first-start.ts';
import { installationSchema, readInstallation } from './settings/installation.ts';
import { rememberSettings, settingsSchema, type Settings } from './settings/settings.ts';
import { openStore, type ReportProblem, type Store } from './settings/store.ts';
import { watchStarts } from './updates/failed-update.ts';
import { createAppUpdates } from './updates/app-updates.ts';
import { denyPermissions } from './window/permissions.ts';
import { startTexts } from './texts.ts';

const fetch: typeof globalThis.fetch = (input, init) =>
  net.fetch(input instanceof URL ? input.href : input, init);

const localData = (directory: string): string => join(directory, 'service');

function forkService(env: Record<string, string>) {
  const child = utilityProcess.fork(paths.service, [], {
    env,
    serviceName: 'clover-service',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  logServiceLines(child.stderr);
  return child;
}

function startLocalService(
  settings: Store<Settings>,
  directory: string,
  report: ReportProblem,
): Promise<Service> {
  const { id } = readInstallation(openStore(directory, 'installation', installationSchema, report), report);
  return startEmbeddedService({
    installationId: id,
    dataDirectory: localData(directory),
    preferredPort: settings.read().port,
    onPort: (port) => {
      if (port !== settings.read().port) rememberSettings(settings, { port }, report);
    },
    // Store nothing until the user has chosen where.
    isDeferred: settings.read().firstStart === 'choose',
    restore: openRestoreRequest(directory),
    onNotRestored: showNotRestored,
    environment: process.env,
    fork: forkService,
    fetch: guardFetch(fetch),
  });
}

function openService(
  settings: Store<Settings>,
  directory: string,
  report: ReportProblem,
): Promise<Service> | Service {
  const configured = configuredService(settings.read(), process.env);
  return configured ? createHostedService(configured) : startLocalService(settings, directory, report);
}

/** The URL of `electron-vite dev`. A packaged app ignores it, because a variable must not replace the app's code. */
const developmentServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];

/** Shows problems with the app's files, while the app keeps running. */
function showProblems(sentences: ReadonlySet<string>): void {
  if (sentences.size === 0) return;
  void dialog
    .showMessageBox({
      type: 'warning',
      title: brand,
      message: startTexts.settings,
      detail: [...sentences].join('\n\n'),
    })
    .catch(() => undefined);
}

export interface RunningApp extends AppShell {
  /** Resolves when all running replies have ended and are stored. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Creates and connects all parts of the app. Call it once Electron is ready. Resolves when the window is open, or is
 * hidden in the tray. Resolves to null if the user installs another version instead.
 */
export async function start(): Promise<RunningApp | null> {
  // Must run before the first await. Otherwise, Chromium would download a dictionary that the user did not choose.
  createSpelling(session.defaultSession, process.platform).set([]);
  await showSystemLanguage();
  const directory = app.getPath('userData');
  // On a full disk, both settings files report the same message, which should be shown only once.
  const problems = new Set<string>();
  const report: ReportProblem = (sentence) => void problems.add(sentence);
  const keys = createVault(loadKeytar, createEncryptedKeys(directory, process.platform, safeStorage));
  await finishErasure({
    directory,
    crashDumps: app.getPath('crashDumps'),
    vault: keys,
    session: session.defaultSession,
    report,
  });
  const isNew = isNewProfile(directory, localData(directory));
  const settings = openStore(directory, 'settings', settingsSchema, report);
  const vault = withKeyUses(keys, settings);
  beginFirstStart(settings, isNew, process.env, report);
  const { language } = settings.read();
  if (language !== undefined) await showLanguage(language);
  const starts = watchStarts(settings, paths.updateFile);
  if (!(await starts.mayStart())) return null;
  const service = await openService(settings, directory, report);
  allowWindowRequests(session.defaultSession, service);
  // Open pages can connect only to the old URL. Reloading loses nothing, because drafts are saved.
  service.onMoved(() => BrowserWindow.getAllWindows().forEach(({ webContents }) => webContents.reload()));
  const outbound = addAccessHeaders(guardFetch(fetch), service);
  const vendors = { service, findVendor: createVendorLookup(outbound), fetch: outbound };
  const tokens = createTokens(service, outbound);
  const unsaved = createUnsavedReplies(directory, service.identity);
  const replies = createReplies({
    calls: createReplyCalls(service, outbound),
    tokens,
    unsaved,
    fetch: outbound,
    onStored: (row, userId) => void announce(row, userId),
  });
  const announce = createAnnouncement({
    service,
    tokens,
    fetch: outbound,
    hasPage: () => shell.hasPage(),
    notify: (reply) => shell.notifyReply(reply),
  });
  service.onState(({ kind }) => kind === 'ready' && replies.tryNow());

  denyPermissions(session.defaultSession);
  protocol.handle(
    scheme,
    createProtocolHandler({
      root: paths.renderer,
      serviceOrigin: () => service.origin(),
      readConfig: async () => {
        const { url, publishableKey } = await service.connect();
        return { supabaseUrl: url, supabaseKey: publishableKey, demo: null };
      },
      readFacts: () => ({
        uiState: settings.read().uiState,
        service: service.identity,
        firstStart: openFirstStart(settings.read(), process.env),
        languages: app.getPreferredSystemLanguages(),
      }),
      ...(developmentServer && { developmentServer }),
    }),
  );
  const completions = createCompletions(createComplete({ ...vendors, vault, replies }), replies);
  registerCompletions(completions, tokens);
  registerReplies(replies, tokens, () => shell.signedOut());
  registerKeys(vault, service.identity);
  registerVerification(createKeyVerifier(vendors));
  registerModels(createOwnModels(vendors), createLocalModels(outbound));
  registerTranscription(createTranscribe({ ...vendors, vault }));
  registerService(service);
  registerSettings(settings);
  registerShell();
  registerScreenCapture(process.platform, process.env);
  registerProblemReport();
  const outgoingFiles = registerOutgoingFiles(join(directory, 'dragged-out'), paths.trayIcon);
  /** The replies that would be interrupted if the app quit now. */
  const unfinished = {
    isBusy: () => replies.isStreaming() || (service.endsWithApp && completions.isRunning()),
    idle: async () => {
      if (service.endsWithApp) await completions.idle();
      await replies.idle();
    },
  };
  const updates = createAppUpdates({ settings, ...unfinished });
  const localChats = createLocalChats(
    () => startLocalService(settings, directory, report),
    guardFetch(fetch),
  );
  const stopAll = async (): Promise<void> => {
    updates.stop();
    outgoingFiles.clear();
    // Stop the service last: it stores the replies.
    await replies.close();
    await Promise.all([service.stop(), localChats.close()]);
  };
  let stopping: Promise<void> | undefined;
  // On Windows, every window reports the end of the session, and the app may also quit. Stop everything only once.
  const stop = (): Promise<void> => (stopping ??= stopAll());
  const shell = createAppShell({
    settings,
    vault,
    unsaved,
    fetch: outbound,
    localChats,
    trayHost: watchTrayHost(process.platform, process.env),
    hasLocalData: () => existsSync(join(localData(directory), 'database')),
    erasure: {
      request: () => requestErasure(directory),
      withdraw: () => withdrawErasure(directory),
    },
    backups: {
      list: () => listBackups(localData(directory)),
      folder: localData(directory),
      request: openRestoreRequest(directory),
    },
    unfinished,
    onPage: starts.confirm,
    onHiddenStart: starts.withdraw,
    checkForUpdates: () => void updates.check(),
  });
  reportProxyLogin();
  watchIncidents({
    wake: replies.tryNow,
    endSession: () => {
      shell.prepareQuit();
      void stop().catch(() => log('app.not-stopped'));
    },
  });
  void shell.openAtStart();
  showProblems(problems);
  updates.start();
  return { ...shell, idle: unfinished.idle, stop };
}
