import { z } from 'zod';
import { storedChatSchema } from '../chats/stored-chat.ts';
import {
  completionMessageSchema,
  type CompletionRequest,
  type CompletionResult,
  type Delta,
} from '../completion/completion.ts';
import type { CompletionErrorCode } from '../completion/error.ts';
import { connectionResultSchema } from '../providers/connection-result.ts';
import { acceleratorPattern } from './accelerator.ts';
import { channels } from './channels.ts';
import { limits } from './limits.ts';

/** Names reach addresses, headers and the keychain: none of them takes half a character or a NUL. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.name)
  .refine((value) => value.isWellFormed() && !value.includes('\0'));
const token = z.string().min(1).max(limits.token);
const requestId = z.uuid();

const message = completionMessageSchema.extend({ content: z.string().max(limits.messageCharacters) });

export const completionRequestSchema: z.ZodType<CompletionRequest> = z.object({
  messageId: z.uuid(),
  vendor: name.exactOptional(),
  model: name,
  messages: z
    .array(message)
    .min(1)
    .max(limits.messagesPerRequest)
    .refine((all) => all.reduce((sum, { content }) => sum + content.length, 0) <= limits.requestCharacters),
  temperature: z.number().min(0).max(2).exactOptional(),
  maxTokens: z.int().min(1).max(1_000_000).exactOptional(),
  stream: z.boolean().exactOptional(),
});

/** An origin as browsers write it: scheme, host and port, nothing behind. */
const origin = z
  .string()
  .max(limits.url)
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value),
    'not an origin',
  );

/**
 * Which key is meant. The key belongs to the service in use, to the user of the token, and to the origin that the
 * key dialog named: all three are part of the name under which the keychain holds it.
 */
const keyReference = z.object({ accessToken: token, vendor: name, endpointOrigin: origin });

export const vaultStates = ['available', 'locked', 'missing'] as const;
/** available: keys go to the keychain; locked: there is one, but it is closed; missing: this computer has none. */
export type VaultState = (typeof vaultStates)[number];

const vaultDescription = z.object({ state: z.enum(vaultStates) });
/** `keychain` outlives the app; `session` is forgotten when the app closes, and the dialog says so. */
const keptIn = z.enum(['keychain', 'session']);

const keyStatus = z.object({
  keptIn: keptIn.nullable(),
  /** The origin that the vendor's key was entered for, when that is not the one asked about. */
  elsewhere: origin.nullable(),
});

const nothing = z.void();

/** A key on its way in. It never comes out again. */
const key = z.string().trim().min(1).max(limits.key);

const offeredModel = z.object({
  id: name,
  displayName: z.string().max(limits.name),
  contextLength: z.number().exactOptional(),
});

const serviceState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('restarting') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
/** How the service behind the app is doing. A hosted service is always `ready` as far as this computer can say. */
export type ServiceState = z.infer<typeof serviceState>;

const destination = z.object({
  path: z.string().max(limits.url),
  /** A text to send there, written in the app's own small window: no link from outside carries one. */
  ask: z.string().max(limits.messageCharacters).exactOptional(),
});
/** A page of the app that the shell around it leads to. */
export type Destination = z.infer<typeof destination>;

const computerChoices = z.object({
  /** A closed window leaves the app running in the tray. */
  closeToTray: z.boolean(),
  startAtLogin: z.boolean(),
  /** Started by the system, the app shows no window; in force only while closeToTray is. */
  startHidden: z.boolean(),
  notifyReplies: z.boolean(),
  /** Keys that open the quick-ask window from any program; null for none. */
  quickAskKeys: z.string().max(limits.name).regex(acceleratorPattern).nullable(),
  /** Languages by their tags; none: spelling is not checked. */
  spellingLanguages: z.array(z.string().max(limits.languageTag)).max(limits.languages),
});
/** What a person chooses about the app on this computer. */
export type ComputerChoices = z.infer<typeof computerChoices>;

const computerState = computerChoices.extend({
  /** False for a copy that runs from its sources. */
  canStartAtLogin: z.boolean(),
  /** Languages that can be chosen; none where the system has its own choice. */
  spellingOffered: z.array(z.string()),
  service: z.object({
    /** Where the service in use was found; null for the one inside the app. */
    address: z.string().nullable(),
    /** Chosen by whoever set this computer up: not to be changed in the app. */
    isFixed: z.boolean(),
    /** Another service is in use, and the one inside has been used before: its chats can be brought along. */
    hasLocalChats: z.boolean(),
    /** The services that were used before, each by its address, and what its session is kept under. */
    remembered: z.array(z.object({ address: z.string(), identity: z.string() })),
  }),
});
export type ComputerState = z.infer<typeof computerState>;

/** Input and output of every channel. Unknown fields are dropped; a value outside its bounds refuses the call. */
export const contract = {
  [channels.startCompletion]: {
    input: z.object({ requestId, request: completionRequestSchema, accessToken: token }),
    output: nothing,
  },
  [channels.cancelCompletion]: { input: z.object({ requestId }), output: nothing },
  [channels.describeVault]: { input: nothing, output: vaultDescription },
  [channels.hasKey]: { input: keyReference, output: keyStatus },
  [channels.setKey]: {
    // The place that the person agreed to; null comes back when the key cannot be kept there, and is kept nowhere.
    input: keyReference.extend({ key, keepIn: keptIn }),
    output: z.object({ keptIn: keptIn.nullable() }),
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
      /** How the text holds the file's bytes; utf8 when left out. */
      encoding: z.enum(['utf8', 'base64']).exactOptional(),
    }),
    output: z.object({ saved: z.boolean() }),
  },
  // Begins a drag of the system with a file of this content, while the person holds the pointer.
  [channels.dragOut]: {
    input: z.object({ name: z.string().min(1).max(limits.name), text: z.string().max(limits.fileText) }),
    output: nothing,
  },
  // Where the page is led, once: the next call finds none.
  [channels.takeLink]: { input: nothing, output: destination.nullable() },
  [channels.readOwnerSession]: {
    input: nothing,
    output: z.object({ accessToken: token, refreshToken: token }).nullable(),
  },
  [channels.readServiceState]: { input: nothing, output: serviceState },
  [channels.checkService]: {
    input: z.object({ address: z.string().max(limits.url) }),
    output: z.object({ address: z.string() }),
  },
  // Null for the service inside the app. The app starts anew with it.
  [channels.useService]: {
    input: z.object({ address: z.string().max(limits.url).nullable() }),
    output: nothing,
  },
  // One that is not in use: its address, and the keys that were kept for it. False where keys may be left in the keychain.
  [channels.forgetService]: {
    input: z.object({ address: z.string().max(limits.url) }),
    output: z.object({ areKeysDeleted: z.boolean() }),
  },
  // The chats of the service inside, for the page of another one: null when the person, whom main asks, declines.
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
    input: z.object({
      closeToTray: z.boolean().exactOptional(),
      startAtLogin: z.boolean().exactOptional(),
      startHidden: z.boolean().exactOptional(),
      notifyReplies: z.boolean().exactOptional(),
      quickAskKeys: computerChoices.shape.quickAskKeys.exactOptional(),
      spellingLanguages: computerChoices.shape.spellingLanguages.exactOptional(),
    }),
    output: computerState,
  },
  // Everything on this computer, for its owner alone: main asks the person, and the app starts again.
  [channels.eraseData]: { input: nothing, output: z.object({ isAgreed: z.boolean() }) },
  [channels.setColorScheme]: {
    input: z.object({ scheme: z.enum(['light', 'dark', 'auto']) }),
    output: nothing,
  },
  // The chat's title and nothing of its text.
  [channels.tellReply]: { input: z.object({ chatId: z.uuid(), title: name }), output: nothing },
  [channels.submitQuestion]: {
    input: z.object({ text: z.string().trim().min(1).max(limits.messageCharacters) }),
    output: nothing,
  },
  [channels.closeQuickAsk]: { input: nothing, output: nothing },
} as const;

export type Contract = typeof contract;
export type Input<C extends keyof Contract> = z.infer<Contract[C]['input']>;
export type Output<C extends keyof Contract> = z.infer<Contract[C]['output']>;

/** A failed completion on its way to the window: an Error object would lose its code between the worlds. */
export interface CompletionFailure {
  readonly code: CompletionErrorCode;
  readonly message: string;
  readonly status?: number;
}

/** One channel carries the pieces and the end, so that the end can never overtake a piece. */
export type CompletionEvent = { readonly requestId: string } & (
  | { readonly kind: 'delta'; readonly delta: Delta }
  | { readonly kind: 'done'; readonly result: CompletionResult }
  | { readonly kind: 'failed'; readonly error: CompletionFailure }
);
