import { z } from 'zod';
import { storedChatSchema } from '../chats/stored-chat.ts';
import {
  completionMessageSchema,
  type CompletionRequest,
  type CompletionResult,
  type Delta,
  efforts,
  hasImages,
  imageDataOf,
  modelLimitsSchema,
  maxImageDataLength,
} from '../completion/completion.ts';
import type { CompletionErrorCode } from '../completion/error.ts';
import { instructionSources } from '../domain/compose-prompt.ts';
import { languageCodes } from '../domain/languages.ts';
import { localServers } from '../providers/local-servers.ts';
import { connectionResultSchema } from '../providers/connection-result.ts';
import { channels } from './channels.ts';
import { changedComputerChoices, computerState } from './computer.ts';
import { firstStartSteps } from './first-start.ts';
import { limits } from './limits.ts';
import { name, token } from './fields.ts';
import { transcription } from './transcription.ts';

const requestId = z.uuid();

const message = completionMessageSchema
  .extend({ content: z.string().max(limits.messageCharacters) })
  .refine((value) => value.role === 'user' || !hasImages(value), 'only messages of the user have images');

export const completionRequestSchema: z.ZodType<CompletionRequest> = z.object({
  messageId: z.uuid(),
  vendor: name.exactOptional(),
  model: name,
  messages: z
    .array(message)
    .min(1)
    .max(limits.messagesPerRequest)
    .refine((all) => all.reduce((sum, { content }) => sum + content.length, 0) <= limits.requestCharacters)
    .refine((all) => imageDataOf(all) <= maxImageDataLength),
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().min(0).max(1).exactOptional(),
  maxTokens: z.int().min(1).max(1_000_000).exactOptional(),
  effort: z.enum(efforts).exactOptional(),
  facts: modelLimitsSchema.exactOptional(),
  stream: z.boolean().exactOptional(),
  reply: z
    .object({
      replyId: z.uuid(),
      questionId: z.uuid(),
      continues: z.uuid().exactOptional(),
      instructions: z.array(z.enum(instructionSources)).max(instructionSources.length).exactOptional(),
      publicKey: z.string().max(100).exactOptional(),
    })
    .exactOptional(),
});

/** An origin as browsers write it: scheme, host and port only. */
const origin = z
  .string()
  .max(limits.url)
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value),
    'not an origin',
  );

/**
 * Identifies a key by the service in use, the token's user and the origin shown in the key dialog. The key's name in
 * the keychain consists of these.
 */
const keyReference = z.object({ accessToken: token, vendor: name, endpointOrigin: origin });

const vaultStates = ['available', 'locked', 'missing'] as const;
/** The state of the keychain. `missing` means that this computer has none. */
export type VaultState = (typeof vaultStates)[number];

const vaultDescription = z.object({
  state: z.enum(vaultStates),
  /** Whether a key can be stored in an encrypted file instead. */
  canEncrypt: z.boolean(),
});
/** `keychain` and `encrypted` are permanent; `session` lasts until the app closes. */
const keyStorage = z.enum(['keychain', 'encrypted', 'session']);

const keyStatus = z.object({
  keptIn: keyStorage.nullable(),
  /** Another origin for which the user has entered a key of this vendor. */
  elsewhere: origin.nullable(),
  /** Absent if the key was never used. */
  lastUsed: z.iso.datetime().exactOptional(),
});

const nothing = z.void();

/** Keys are write-only: no output contains one. */
const key = z.string().trim().min(1).max(limits.key);

const offeredModel = z.object({
  id: name,
  displayName: z.string().max(limits.name),
  contextLength: z.number().exactOptional(),
  reasoning: z.boolean().exactOptional(),
});

const serviceState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('restarting') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
/** The state of the service behind the app. A hosted service is always `ready`. */
export type ServiceState = z.infer<typeof serviceState>;

const destination = z.object({ path: z.string().max(limits.url) });
/** A page that the app shell opens. */
export type Destination = z.infer<typeof destination>;

const userChat = { userId: z.uuid(), chatId: z.uuid() };
const noticeMessage = z.object({ ...userChat, text: z.string().max(limits.messageCharacters) });
/** A message that the user typed into the notification of a chat. Only the chat's user may receive it. */
export type NoticeMessage = z.infer<typeof noticeMessage>;

/** Input and output of every channel. Unknown fields are dropped; invalid values are refused. */
export const contract = {
  [channels.startCompletion]: {
    input: z.object({ requestId, request: completionRequestSchema, accessToken: token }),
    output: nothing,
  },
  [channels.cancelCompletion]: { input: z.object({ requestId }), output: nothing },
  // Resumes a reply that the main process writes. The reply's events have this request id. False if there is no such
  // reply.
  [channels.resumeReply]: {
    input: z.object({
      requestId,
      replyId: z.uuid(),
      from: z.int().min(0).max(limits.messageCharacters),
      reasoningFrom: z.int().min(0).max(limits.messageCharacters),
      accessToken: token,
    }),
    output: z.object({ isFound: z.boolean() }),
  },
  [channels.stopReply]: {
    input: z.object({ replyId: z.uuid(), accessToken: token }),
    output: z.object({ isFound: z.boolean() }),
  },
  // Called before sign-out: ends the user's replies and stores them.
  [channels.settleReplies]: { input: z.object({ accessToken: token }), output: nothing },
  // Called after sign-out: deletes the user's replies from the main process.
  [channels.forgetReplies]: { input: z.object({ accessToken: token }), output: nothing },
  // The session's newest token. With it, the main process stores replies after the page was closed.
  [channels.useToken]: { input: z.object({ accessToken: token }), output: nothing },
  [channels.describeVault]: { input: nothing, output: vaultDescription },
  [channels.hasKey]: { input: keyReference, output: keyStatus },
  [channels.setKey]: {
    // The result is null if the key could not be stored where the user agreed.
    input: keyReference.extend({ key, keepIn: keyStorage }),
    output: z.object({ keptIn: keyStorage.nullable() }),
  },
  [channels.deleteKey]: { input: keyReference, output: z.object({ deleted: z.boolean() }) },
  [channels.verifyKey]: {
    input: keyReference.extend({ requestId, key, model: name }),
    output: connectionResultSchema,
  },
  [channels.cancelVerification]: { input: z.object({ requestId }), output: nothing },
  [channels.listModels]: {
    input: z.object({ accessToken: token, vendor: name }),
    output: z.object({ models: z.array(offeredModel).max(limits.modelsPerList) }),
  },
  [channels.findLocalModels]: {
    input: nothing,
    output: z.object({
      servers: z
        .array(z.object({ name, models: z.array(offeredModel).max(limits.modelsPerList) }))
        .max(localServers.length),
    }),
  },
  [channels.transcribe]: transcription,
  // Null ends the first start.
  [channels.saveFirstStart]: { input: z.object({ step: firstStartSteps.nullable() }), output: nothing },
  [channels.writeUiState]: {
    input: z.object({
      key: z
        .string()
        .regex(/^[\w.-]+$/)
        .max(limits.uiStateKey),
      value: z.string().max(limits.uiStateValue),
    }),
    output: nothing,
  },
  [channels.openExternal]: { input: z.object({ url: z.string().max(limits.url) }), output: nothing },
  [channels.saveTextFile]: {
    input: z.object({
      name: z.string().min(1).max(limits.name),
      text: z.string().max(limits.fileText),
      /** The encoding of the file's bytes; utf8 by default. */
      encoding: z.enum(['utf8', 'base64']).exactOptional(),
    }),
    /** Null if the user canceled. */
    output: z.object({ name: z.string().nullable() }),
  },
  // Starts dragging a file with this content to another program.
  [channels.dragOut]: {
    input: z.object({ name: z.string().min(1).max(limits.name), text: z.string().max(limits.fileText) }),
    output: nothing,
  },
  // Captures a screen or window, which the user chooses from a system menu at this point of the page. Null if the user
  // chose none.
  [channels.captureScreen]: {
    input: z.object({ x: z.int().min(0).max(limits.pixels), y: z.int().min(0).max(limits.pixels) }),
    output: z.object({ png: z.instanceof(Uint8Array<ArrayBuffer>) }).nullable(),
  },
  // Opens the system's share menu with a file of this content. Only on macOS.
  [channels.shareFile]: {
    input: z.object({ name: z.string().min(1).max(limits.name), text: z.string().max(limits.fileText) }),
    output: nothing,
  },
  // Returns each link once.
  [channels.takeLink]: { input: nothing, output: destination.nullable() },
  // Returns each message that the user typed into a notification once.
  [channels.takeMessage]: { input: z.object({ userId: z.uuid() }), output: noticeMessage.nullable() },
  [channels.readOwnerSession]: {
    input: nothing,
    output: z.object({ accessToken: token, refreshToken: token }).nullable(),
  },
  [channels.readServiceState]: { input: nothing, output: serviceState },
  [channels.checkService]: {
    input: z.object({ address: z.string().max(limits.url) }),
    output: z.object({ address: z.string() }),
  },
  // Only for the service that was checked last. Null if it is unencrypted or its certificate could not be read.
  [channels.readCertificate]: {
    input: z.object({ address: z.string().max(limits.url) }),
    output: z
      .object({ subject: z.string().max(limits.name), issuer: z.string().max(limits.name) })
      .nullable(),
  },
  // `address` is null for the embedded service. The app restarts.
  [channels.useService]: {
    input: z.object({ address: z.string().max(limits.url).nullable() }),
    output: nothing,
  },
  // Removes a service that is not in use, with its keys. False if the keychain may still contain keys.
  [channels.forgetService]: {
    input: z.object({ address: z.string().max(limits.url) }),
    output: z.object({ areKeysDeleted: z.boolean() }),
  },
  // Opens the embedded service's chats for import into another service. Null if the user declines in the system dialog.
  [channels.openLocalChats]: { input: nothing, output: z.object({ count: z.int().min(0) }).nullable() },
  [channels.readLocalChats]: {
    input: z.object({ from: z.int().min(0) }),
    output: z.object({
      chats: z.array(storedChatSchema),
      tooLong: z.int().min(0),
      next: z.int().min(0).nullable(),
    }),
  },
  [channels.closeLocalChats]: { input: nothing, output: nothing },
  [channels.readComputer]: { input: nothing, output: computerState },
  [channels.changeComputer]: {
    input: changedComputerChoices,
    output: computerState,
  },
  // For users to read and share: versions and the end of the log.
  [channels.readProblemReport]: {
    input: nothing,
    output: z.object({ text: z.string().max(limits.problemReport) }),
  },
  // Deletes everything on this computer once the user has confirmed it in a system dialog. The app restarts.
  [channels.eraseData]: { input: nothing, output: z.object({ isAgreed: z.boolean() }) },
  [channels.setColorScheme]: {
    input: z.object({ scheme: z.enum(['light', 'dark', 'auto']) }),
    output: nothing,
  },
  [channels.setLanguage]: { input: z.object({ language: z.enum(languageCodes) }), output: nothing },
  // Shows a notification with the chat's title, without its text.
  [channels.notifyReply]: { input: z.object({ ...userChat, title: name }), output: nothing },
  // Opens the chat of the quick-ask window in the main window.
  [channels.continueInMain]: { input: z.object({ chatId: z.uuid() }), output: nothing },
  [channels.closeQuickAsk]: { input: nothing, output: nothing },
} as const;

export type Contract = typeof contract;
export type Input<C extends keyof Contract> = z.infer<Contract[C]['input']>;
export type Output<C extends keyof Contract> = z.infer<Contract[C]['output']>;

/** A failed completion for the window. An Error would lose its code in IPC. */
export interface CompletionFailure {
  readonly code: CompletionErrorCode;
  readonly message: string;
  readonly status?: number;
}

/** Deltas and the end of a reply use one channel, so that they arrive in order. */
export type CompletionEvent = { readonly requestId: string } & (
  | { readonly kind: 'delta'; readonly delta: Delta }
  | { readonly kind: 'done'; readonly result: CompletionResult }
  | { readonly kind: 'failed'; readonly error: CompletionFailure }
);
