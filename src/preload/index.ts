import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { channels, events, type EventName } from '../shared/ipc/channels.ts';
import type { CloverBridge, RemoveListener } from '../shared/ipc/bridge.ts';

/** The event is not passed on: its `sender` would give the page access to the whole ipcRenderer. */
function listen<Payload>(name: EventName, listener: (payload: Payload) => void): RemoveListener {
  const forward = (_event: IpcRendererEvent, payload: Payload): void => listener(payload);
  ipcRenderer.on(name, forward);
  return () => {
    ipcRenderer.removeListener(name, forward);
  };
}

const bridge = {
  startCompletion: (input) => ipcRenderer.invoke(channels.startCompletion, input),
  cancelCompletion: (input) => ipcRenderer.invoke(channels.cancelCompletion, input),
  resumeReply: (input) => ipcRenderer.invoke(channels.resumeReply, input),
  stopReply: (input) => ipcRenderer.invoke(channels.stopReply, input),
  settleReplies: (input) => ipcRenderer.invoke(channels.settleReplies, input),
  forgetReplies: (input) => ipcRenderer.invoke(channels.forgetReplies, input),
  useToken: (input) => ipcRenderer.invoke(channels.useToken, input),
  onCompletionEvent: (listener) => listen(events.completion, listener),
  describeVault: () => ipcRenderer.invoke(channels.describeVault),
  hasKey: (input) => ipcRenderer.invoke(channels.hasKey, input),
  setKey: (input) => ipcRenderer.invoke(channels.setKey, input),
  deleteKey: (input) => ipcRenderer.invoke(channels.deleteKey, input),
  verifyKey: (input) => ipcRenderer.invoke(channels.verifyKey, input),
  cancelVerification: (input) => ipcRenderer.invoke(channels.cancelVerification, input),
  listModels: (input) => ipcRenderer.invoke(channels.listModels, input),
  findLocalModels: () => ipcRenderer.invoke(channels.findLocalModels),
  transcribe: (input) => ipcRenderer.invoke(channels.transcribe, input),
  saveFirstStart: (input) => ipcRenderer.invoke(channels.saveFirstStart, input),
  writeUiState: (input) => ipcRenderer.invoke(channels.writeUiState, input),
  openExternal: (input) => ipcRenderer.invoke(channels.openExternal, input),
  saveTextFile: (input) => ipcRenderer.invoke(channels.saveTextFile, input),
  dragOut: (input) => ipcRenderer.invoke(channels.dragOut, input),
  captureScreen: (input) => ipcRenderer.invoke(channels.captureScreen, input),
  shareFile: (input) => ipcRenderer.invoke(channels.shareFile, input),
  takeMessage: (input) => ipcRenderer.invoke(channels.takeMessage, input),
  takeLink: () => ipcRenderer.invoke(channels.takeLink),
  readOwnerSession: () => ipcRenderer.invoke(channels.readOwnerSession),
  checkService: (input) => ipcRenderer.invoke(channels.checkService, input),
  readCertificate: (input) => ipcRenderer.invoke(channels.readCertificate, input),
  useService: (input) => ipcRenderer.invoke(channels.useService, input),
  forgetService: (input) => ipcRenderer.invoke(channels.forgetService, input),
  openLocalChats: () => ipcRenderer.invoke(channels.openLocalChats),
  readLocalChats: (input) => ipcRenderer.invoke(channels.readLocalChats, input),
  closeLocalChats: () => ipcRenderer.invoke(channels.closeLocalChats),
  readComputer: () => ipcRenderer.invoke(channels.readComputer),
  changeComputer: (input) => ipcRenderer.invoke(channels.changeComputer, input),
  readProblemReport: () => ipcRenderer.invoke(channels.readProblemReport),
  eraseData: () => ipcRenderer.invoke(channels.eraseData),
  setColorScheme: (input) => ipcRenderer.invoke(channels.setColorScheme, input),
  setLanguage: (input) => ipcRenderer.invoke(channels.setLanguage, input),
  notifyReply: (input) => ipcRenderer.invoke(channels.notifyReply, input),
  continueInMain: (input) => ipcRenderer.invoke(channels.continueInMain, input),
  closeQuickAsk: () => ipcRenderer.invoke(channels.closeQuickAsk),
  readServiceState: () => ipcRenderer.invoke(channels.readServiceState),
  onServiceState: (listener) => listen(events.serviceState, listener),
  onCommand: (listener) => listen(events.command, listener),
} satisfies CloverBridge;

contextBridge.exposeInMainWorld('clover', bridge);
