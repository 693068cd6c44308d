/**
 * The channels between the window and the main process, named `topic:verb-noun`. The preload bundles this file, so
 * it must not import a schema, which would bundle zod.
 */
export const channels = {
  startCompletion: 'completions:start',
  cancelCompletion: 'completions:cancel',
  resumeReply: 'replies:resume',
  stopReply: 'replies:stop',
  settleReplies: 'replies:settle',
  forgetReplies: 'replies:forget',
  useToken: 'replies:use-token',
  describeVault: 'keys:describe-vault',
  hasKey: 'keys:has-key',
  setKey: 'keys:set-key',
  deleteKey: 'keys:delete-key',
  verifyKey: 'keys:verify-key',
  cancelVerification: 'keys:cancel-verification',
  listModels: 'providers:list-models',
  findLocalModels: 'providers:find-local-models',
  transcribe: 'providers:transcribe',
  saveFirstStart: 'start:save-step',
  writeUiState: 'settings:write-ui-state',
  openExternal: 'shell:open-external',
  saveTextFile: 'files:save-text',
  dragOut: 'files:drag-out',
  captureScreen: 'files:capture-screen',
  shareFile: 'files:share',
  takeLink: 'links:take',
  takeMessage: 'notifications:take-message',
  readOwnerSession: 'owner:read-session',
  readServiceState: 'service:read-state',
  checkService: 'service:check-address',
  readCertificate: 'service:read-certificate',
  useService: 'service:use-address',
  forgetService: 'service:forget-address',
  openLocalChats: 'chats:open-local',
  readLocalChats: 'chats:read-local',
  closeLocalChats: 'chats:close-local',
  readComputer: 'computer:read-settings',
  changeComputer: 'computer:change-settings',
  readProblemReport: 'computer:read-problem-report',
  eraseData: 'computer:erase-data',
  setColorScheme: 'computer:set-color-scheme',
  setLanguage: 'computer:set-language',
  notifyReply: 'notifications:notify-reply',
  continueInMain: 'questions:continue-in-main',
  closeQuickAsk: 'questions:close-window',
} as const;

/** Events that the main process sends to the window. */
export const events = {
  completion: 'completions:event',
  serviceState: 'service:state',
  command: 'shell:command',
} as const;

export type Channel = (typeof channels)[keyof typeof channels];
export type EventName = (typeof events)[keyof typeof events];
