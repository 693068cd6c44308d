import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import { paths } from '../lib/paths.ts';
import { callBridge } from './call-bridge.ts';
import type { Shell } from './shell.ts';

/**
 * Main opens the quick-ask window at this path. The mark stays in its session storage, so that it survives a
 * reload of the chat.
 */
function enterQuickAsk(): boolean {
  const mark = 'quick-ask';
  if (location.pathname === paths.quickAsk) {
    sessionStorage.setItem(mark, '');
    history.replaceState(null, '', paths.chat);
  }
  return sessionStorage.getItem(mark) !== null;
}

export function createShell(bridge: () => CloverBridge): Shell {
  const call = <Result>(act: (clover: CloverBridge) => Promise<Result>): Promise<Result> =>
    callBridge(async () => act(bridge()));
  /** For calls whose result doesn't matter. */
  const notify = (act: (clover: CloverBridge) => Promise<void>): void =>
    void call(act).catch(() => undefined);
  return {
    onCommand: (listener) => bridge().onCommand(listener),
    takeDestination: () => call((clover) => clover.takeLink()),
    setColorScheme: (scheme) => notify((clover) => clover.setColorScheme({ scheme })),
    notifyReply: (chatId, title) => notify((clover) => clover.notifyReply({ chatId, title })),
    readComputer: () => call((clover) => clover.readComputer()),
    changeComputer: (choices) => call((clover) => clover.changeComputer(choices)),
    eraseData: async () => (await call((clover) => clover.eraseData())).isAgreed,
    checkService: async (address) => (await call((clover) => clover.checkService({ address }))).address,
    useService: (address) => call((clover) => clover.useService({ address })),
    forgetService: async (address) =>
      (await call((clover) => clover.forgetService({ address }))).areKeysDeleted,
    openLocalChats: async () => (await call((clover) => clover.openLocalChats()))?.count ?? null,
    readLocalChats: (from) => call((clover) => clover.readLocalChats({ from })),
    closeLocalChats: () => notify((clover) => clover.closeLocalChats()),
    isQuickAsk: enterQuickAsk(),
    continueInMain: (chatId) => notify((clover) => clover.continueInMain({ chatId })),
    closeQuickAsk: () => notify((clover) => clover.closeQuickAsk()),
  };
}
