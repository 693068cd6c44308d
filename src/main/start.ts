import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, net, protocol, session, utilityProcess } from 'electron';
import { createSpelling } from './computer/spelling.ts';
import { setUpDesk, type Desk } from './desk.ts';
import { finishErasure, requestErasure } from './erasure.ts';
import { registerCompletions } from './ipc/completions.ts';
import { registerDragOut } from './ipc/drag-out.ts';
import { registerKeys } from './ipc/keys.ts';
import { registerModels } from './ipc/models.ts';
import { registerService } from './ipc/service.ts';
import { registerSettings } from './ipc/settings.ts';
import { registerShell } from './ipc/shell.ts';
import { registerVerification } from './ipc/verification.ts';
import { createVault } from './keychain/create-vault.ts';
import { loadKeytar } from './keychain/load-keytar.ts';
import { paths } from './paths.ts';
import { createProtocolHandler } from './protocol/handler.ts';
import { scheme } from './protocol/scheme.ts';
import { createAsk } from './providers/ask.ts';
import { createCompletions } from './providers/completions.ts';
import { guardFetch } from './providers/outbound.ts';
import { createOwnModels } from './providers/own-models.ts';
import { createVendorLookup } from './providers/vendor-lookup.ts';
import { createKeyVerifier } from './providers/verify-key.ts';
import { configuredService } from './service/choose-service.ts';
import { startEmbeddedService } from './service/embedded-service.ts';
import { createHostedService } from './service/hosted-service.ts';
import { createLocalChats } from './service/local-chats.ts';
import { openToMain, openToWindows } from './service/service-access.ts';
import type { Service } from './service/service.ts';
import { installationSchema, readInstallation } from './settings/installation.ts';
import { rememberSettings, settingsSchema, type Settings } from './settings/settings.ts';
import { openStore, type Store, type TellTrouble } from './settings/store.ts';
import { showTroubles } from './settings/troubles.ts';
import { createAppUpdates } from './updates/app-updates.ts';
import { denyPermissions } from './window/permissions.ts';

const fetch: typeof globalThis.fetch = (input, init) =>
  net.fetch(input instanceof URL ? input.href : input, init);

/** Where the service inside the app keeps its data. */
const localData = (directory: string): string => join(directory, 'service');

function startLocalService(
  settings: Store<Settings>,
  directory: string,
  tell: TellTrouble,
): Promise<Service> {
  const { id } = readInstallation(openStore(directory, 'installation', installationSchema, tell), tell);
  return startEmbeddedService({
    installationId: id,
    dataDirectory: localData(directory),
    preferredPort: settings.read().port,
    onPort: (port) => {
      if (port !== settings.read().port) rememberSettings(settings, { port }, tell);
    },
    environment: process.env,
    fork: (env) => utilityProcess.fork(paths.service, [], { env, serviceName: 'clover-service' }),
    fetch: guardFetch(fetch),
  });
}

function openService(
  settings: Store<Settings>,
  directory: string,
  tell: TellTrouble,
): Promise<Service> | Service {
  const configured = configuredService(settings.read(), process.env);
  return configured ? createHostedService(configured) : startLocalService(settings, directory, tell);
}

/** The server of `electron-vite dev`. A packaged app has none: a variable of the environment must not replace its code. */
const developmentServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];

export interface RunningApp extends Desk {
  /** What must end with the app. */
  readonly stop: () => Promise<void>;
}

/** Puts the parts together, once the app is ready. Resolves when the window has been opened, or may stay away. */
export async function start(): Promise<RunningApp> {
  // Before the first wait: the shell would begin to fetch a dictionary for the system's language, which nobody chose.
  createSpelling(session.defaultSession, process.platform).set([]);
  const directory = app.getPath('userData');
  // A set: what one file tells is true of the other too when the disk is full.
  const troubles = new Set<string>();
  const tell: TellTrouble = (sentence) => void troubles.add(sentence);
  const vault = createVault(loadKeytar);
  await finishErasure({ directory, vault, session: session.defaultSession, tell });
  const settings = openStore(directory, 'settings', settingsSchema, tell);
  const service = await openService(settings, directory, tell);
  openToWindows(session.defaultSession, service);
  // What a page has loaded may reach the old address alone. Drafts are kept, so it loses nothing.
  service.onMoved(() => BrowserWindow.getAllWindows().forEach(({ webContents }) => webContents.reload()));
  const outbound = openToMain(guardFetch(fetch), service);
  const vendors = { service, findVendor: createVendorLookup(outbound), fetch: outbound };
  const completions = createCompletions(createAsk({ ...vendors, vault }));

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
      readFacts: () => ({ uiState: settings.read().uiState, service: service.identity }),
      ...(developmentServer && { developmentServer }),
    }),
  );
  registerCompletions(completions);
  registerKeys(vault, service.identity);
  registerVerification(createKeyVerifier(vendors));
  registerModels(createOwnModels(vendors));
  registerService(service);
  registerSettings(settings);
  registerShell();
  const dragOut = registerDragOut(join(directory, 'dragged-out'), paths.trayIcon);
  const updates = createAppUpdates();
  const localChats = createLocalChats(() => startLocalService(settings, directory, tell), guardFetch(fetch));
  const desk = setUpDesk({
    settings,
    vault,
    fetch: outbound,
    localChats,
    hasLocalData: () => existsSync(join(localData(directory), 'database')),
    requestErasure: () => requestErasure(directory),
    checkForUpdates: () => void updates.check(),
  });
  desk.begin();
  showTroubles(troubles);
  updates.start();
  return {
    ...desk,
    stop: async () => {
      updates.stop();
      dragOut.clear();
      await Promise.all([service.stop(), localChats.close()]);
    },
  };
}
