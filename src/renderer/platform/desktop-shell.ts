import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import { callBridge } from './call-bridge.ts';
import type { Shell } from './shell.ts';

export function createShell(bridge: () => CloverBridge): Shell {
  const call = <Result>(act: (clover: CloverBridge) => Promise<Result>): Promise<Result> =>
    callBridge(async () => act(bridge()));
  /** For calls without a result that matters. */
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
    submitQuestion: (text) => call((clover) => clover.submitQuestion({ text })),
    closeQuickAsk: () => notify((clover) => clover.closeQuickAsk()),
  };
}
