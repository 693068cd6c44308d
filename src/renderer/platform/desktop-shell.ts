import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import { paths } from '../lib/paths.ts';
import { callBridge } from './call-bridge.ts';
import type { Shell } from './shell.ts';

/**
 * Returns whether this is the quick-ask window, which the main process opens at `paths.quickAsk`. A flag in session
 * storage preserves this for reloads, because the URL is then the chat's.
 */
function enterQuickAsk(): boolean {
  const flag = 'quick-ask';
  if (location.pathname === paths.quickAsk) {
    sessionStorage.setItem(flag, '');
    history.replaceState(null, '', paths.chat);
  }
  return sessionStorage.getItem(flag) !== null;
}

/** @param readMeta reads what the main process has written into the document */
export function createShell(
  bridge: () => CloverBridge,
  readMeta: (name: string) => string | undefined = () => undefined,
): Shell {
  const call = <Result>(act: (clover: CloverBridge) => Promise<Result>): Promise<Result> =>
    callBridge(async () => act(bridge()));
  /** Makes a call whose result doesn't matter. */
  const notify = (act: (clover: CloverBridge) => Promise<void>): void =>
    void call(act).catch(() => undefined);
  return {
    onCommand: (listener) => bridge().onCommand(listener),
    takeDestination: () => call((clover) => clover.takeLink()),
    takeMessage: (userId) => call((clover) => clover.takeMessage({ userId })),
    setColorScheme: (scheme) => notify((clover) => clover.setColorScheme({ scheme })),
    setLanguage: (language) => notify((clover) => clover.setLanguage({ language })),
    notifyReply: (reply) => notify((clover) => clover.notifyReply(reply)),
    readComputer: () => call((clover) => clover.readComputer()),
    changeComputer: (choices) => call((clover) => clover.changeComputer(choices)),
    readProblemReport: async () => (await call((clover) => clover.readProblemReport())).text,
    eraseData: async () => (await call((clover) => clover.eraseData())).isAgreed,
    get firstStart() {
      const step = readMeta('first-start');
      return step === 'choose' || step === 'key' ? step : null;
    },
    saveFirstStart: (step) => call((clover) => clover.saveFirstStart({ step })),
    checkService: (address) => call((clover) => clover.checkService({ address })),
    readCertificate: (address) => call((clover) => clover.readCertificate({ address })),
    useService: (address) => call((clover) => clover.useService({ address })),
    forgetService: async (address) =>
      (await call((clover) => clover.forgetService({ address }))).areKeysDeleted,
    openLocalChats: async () => (await call((clover) => clover.openLocalChats()))?.count ?? null,
    readLocalChats: (from) => call((clover) => clover.readLocalChats({ from })),
    closeLocalChats: () => notify((clover) => clover.closeLocalChats()),
    captureScreen: async (at) => (await call((clover) => clover.captureScreen(at)))?.png ?? null,
    isQuickAsk: enterQuickAsk(),
    continueInMain: (chatId) => notify((clover) => clover.continueInMain({ chatId })),
    closeQuickAsk: () => notify((clover) => clover.closeQuickAsk()),
  };
}
