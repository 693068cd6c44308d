import type { ShellCommand } from '../../../shared/ipc/commands.ts';
import type { ComputerState } from '../../../shared/ipc/computer.ts';
import type { Destination, NoticeMessage } from '../../../shared/ipc/contract.ts';
import type { Certificate, LocalChatsPage, Shell } from '../shell.ts';

export interface FakeShell extends Shell {
  readonly sendCommand: (command: ShellCommand) => void;
  /** Opens a destination, as a link from outside does. */
  readonly openDestination: (destination: Destination) => void;
  /** Types a message into a notification. */
  readonly typeMessage: (message: NoticeMessage) => void;
  readonly listenerCount: () => number;
  /** All calls of the page, in order. */
  readonly calls: readonly (readonly unknown[])[];
}

export const defaultComputer: ComputerState = {
  closeToTray: false,
  startAtLogin: false,
  startHidden: true,
  notifyReplies: true,
  checkForUpdates: false,
  hasUpdates: true,
  quickAskKeys: null,
  spellingLanguages: [],
  spellingOffered: ['de', 'en-GB', 'en-US'],
  canStartAtLogin: true,
  service: { address: null, isFixed: false, hasLocalChats: false, remembered: [] },
};

interface FakeShellOptions {
  readonly waiting?: Destination;
  readonly firstStart?: Shell['firstStart'];
  readonly certificate?: Certificate | Promise<Certificate>;
  readonly computer?: Partial<ComputerState>;
  /** Makes every change fail with this message. */
  readonly refusal?: string;
  /** The local chats in parts. If omitted, the user declines. */
  readonly local?: readonly LocalChatsPage[];
  /** The captured screen. If omitted, the user chooses none. */
  readonly capture?: Uint8Array<ArrayBuffer>;
}

export function createFakeShell({
  waiting,
  firstStart = null,
  certificate,
  computer,
  refusal,
  local,
  capture,
}: FakeShellOptions = {}): FakeShell {
  const listeners = new Set<(command: ShellCommand) => void>();
  const calls: unknown[][] = [];
  let next = waiting ?? null;
  const messages: NoticeMessage[] = [];
  let state: ComputerState = { ...defaultComputer, ...computer };
  const sendCommand = (command: ShellCommand) => {
    for (const listener of listeners) listener(command);
  };
  const note = async (...call: unknown[]): Promise<void> => {
    calls.push(call);
    if (refusal !== undefined) throw new Error(refusal);
  };
  return {
    sendCommand,
    calls,
    openDestination(destination) {
      next = destination;
      sendCommand({ kind: 'link' });
    },
    typeMessage(message) {
      messages.push(message);
      sendCommand({ kind: 'message' });
    },
    async takeMessage(userId) {
      const index = messages.findIndex((message) => message.userId === userId);
      return index < 0 ? null : messages.splice(index, 1)[0]!;
    },
    listenerCount: () => listeners.size,
    onCommand(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async takeDestination() {
      const destination = next;
      next = null;
      return destination;
    },
    setColorScheme: (scheme) => void calls.push(['color scheme', scheme]),
    setLanguage: (language) => void calls.push(['language', language]),
    notifyReply: ({ userId, chatId, title }) => void calls.push(['reply', userId, chatId, title]),
    readComputer: async () => state,
    async changeComputer(choices) {
      await note('change', choices);
      state = { ...state, ...choices };
      return state;
    },
    async readProblemReport() {
      await note('report');
      return 'Clover 1.2.3\n{"event":"app.started"}\n';
    },
    async eraseData() {
      await note('erase');
      return false;
    },
    firstStart,
    saveFirstStart: (step) => note('first start', step),
    async checkService(address) {
      await note('check', address);
      return { address: `https://${address}` };
    },
    readCertificate: async () => (await certificate) ?? null,
    useService: (address) => note('use', address),
    async forgetService(address) {
      await note('forget', address);
      const remembered = state.service.remembered.filter((one) => one.address !== address);
      state = { ...state, service: { ...state.service, remembered } };
      return true;
    },
    async openLocalChats() {
      await note('open local chats');
      return local?.reduce((sum, { chats }) => sum + chats.length, 0) ?? null;
    },
    async readLocalChats(from) {
      await note('read', from);
      return local?.[from] ?? { chats: [], tooLong: 0, next: null };
    },
    closeLocalChats: () => void calls.push(['close local chats']),
    async captureScreen(at) {
      await note('capture', at);
      return capture ?? null;
    },
    isQuickAsk: false,
    continueInMain: (chatId) => void calls.push(['continue', chatId]),
    closeQuickAsk: () => void calls.push(['close']),
  };
}
