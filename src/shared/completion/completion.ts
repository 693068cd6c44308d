import { z } from 'zod';
import type { InstructionSource } from '../domain/compose-prompt.ts';
import type { CompletionErrorCode } from './error.ts';

/** Image types that all vendors accept. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof imageTypes)[number];

/** The maximum size of a request in bytes of JSON: enough for a chat of a million tokens and some images. */
export const maxRequestBytes = 25 * 1_048_576;
/** The maximum total length of a request's images, in characters of base64. The remaining space is for text. */
export const maxImageDataLength = 20 * 1_048_576;
/** Anthropic's limit for one request. */
const maxImages = 100;

/** Checks in two steps, because one regular expression for the whole format is slow for many megabytes. */
const isBase64 = (text: string) =>
  text.length % 4 === 0 && text !== '' && !/[^A-Za-z\d+/]/.test(text.replace(/={1,2}$/, ''));

export const imagePartSchema = z.object({
  mediaType: z.enum(imageTypes),
  data: z.string().max(maxImageDataLength).refine(isBase64, 'must be base64'),
});
export type ImagePart = Readonly<z.infer<typeof imagePartSchema>>;

export const completionMessageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
  /** Only the user's messages have images. */
  images: z.array(imagePartSchema).max(maxImages).readonly().exactOptional(),
});
export type CompletionMessage = z.infer<typeof completionMessageSchema>;

export const imageDataOf = (messages: readonly CompletionMessage[]): number =>
  messages.reduce((sum, { images = [] }) => sum + images.reduce((own, { data }) => own + data.length, 0), 0);

export const hasImages = ({ images = [] }: CompletionMessage): boolean => images.length > 0;

/** How much a model thinks before it answers. */
export const efforts = ['off', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** Where the service stores a reply. */
export interface ReplyTarget {
  /** The id of the reply's message. The client chooses it in advance. */
  readonly replyId: string;
  /** The id of the answered message. */
  readonly questionId: string;
  /** The id of a cut-off reply whose text the new reply starts with. */
  readonly continues?: string;
  /** Instructions that are sent in addition to the chat's. The reply's details name them. */
  readonly instructions?: readonly InstructionSource[];
  /** The account's public key if its history is encrypted. A missing or different key is refused. */
  readonly publicKey?: string;
}

/** Requests the remaining part of a running or stored reply. The position counts UTF-16 units of the whole reply. */
export interface ResumeRequest {
  readonly replyId: string;
  readonly from: number;
  readonly reasoningFrom: number;
}

/**
 * The parts of a program's request besides plain text, in OpenAI's format: `messages` with images or tool calls,
 * `tools`, `response_format`, … A vendor whose dialect cannot express a field refuses the request.
 */
export type PassedFields = Readonly<Record<string, unknown>>;

/** A piece of a tool call. The first piece has the id and the name. Later pieces have the arguments. */
export interface ToolCallPiece {
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly arguments: string;
  /** Gemini's encrypted thoughts before the call, which must be sent back with it. */
  readonly signature?: string;
}

/** Facts about a model that decide how many tokens to request for its thinking. */
export const modelLimitsSchema = z.object({
  /** The maximum number of tokens of a reply, including the thinking. */
  maxOutput: z.int().min(1).exactOptional(),
  /** The maximum number of tokens of a request and its reply together. */
  contextLength: z.int().min(1).exactOptional(),
  /** Whether the model thinks even if no thinking is requested. */
  isReasoning: z.boolean().exactOptional(),
});
export type ModelLimits = Readonly<z.infer<typeof modelLimitsSchema>>;

/** A request for a reply. `messageId` is the id of the user message to answer, which counts once toward the quota. */
export interface CompletionRequest {
  readonly messageId: string;
  /** Vendor name, e.g. `deepinfra`; the active vendor by default. */
  readonly vendor?: string;
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly temperature?: number;
  readonly topP?: number;
  /** In tokens, without the thinking. If a vendor also counts the thinking, its dialect raises this limit. */
  readonly maxTokens?: number;
  /** Without an effort, the model decides. */
  readonly effort?: Effort;
  readonly facts?: ModelLimits;
  /** Set only for requests of developers' programs. */
  readonly passed?: PassedFields;
  /** True by default: text arrives in deltas if the vendor can stream. */
  readonly stream?: boolean;
  /** Where the service stores the reply. Without it, nothing is stored and disconnecting stops the reply. */
  readonly reply?: ReplyTarget;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'unknown';

export interface CompletionFailure {
  readonly code: CompletionErrorCode;
  readonly message: string;
}

export interface CompletionUsage {
  readonly promptTokens: number;
  /** The reply's tokens, including its reasoning. */
  readonly completionTokens: number;
  /** Absent if the vendor does not report reasoning tokens separately. */
  readonly reasoningTokens?: number;
  /** The part of the prompt that the vendor read from its cache. */
  readonly cachedTokens?: number;
  /** The gateway estimated the usage because the vendor reported none. */
  readonly isEstimated?: true;
}

/** One piece of a streaming reply. The last one has `finishReason`, and `usage` if the vendor reports it. */
export interface Delta {
  readonly text: string;
  /** The model's thoughts before it answers. They are shown and stored separately, and never sent to a vendor. */
  readonly reasoning?: string;
  /** Present only if the request has tools. */
  readonly toolCalls?: readonly ToolCallPiece[];
  readonly finishReason?: FinishReason;
  readonly usage?: CompletionUsage;
  /** The model that answered, as soon as it is known. */
  readonly model?: string;
  readonly vendor?: string;
  /** Display name of the unavailable vendor that `vendor` replaced. */
  readonly unavailableVendor?: string;
  /** Why it was unavailable: an HTTP status, `timeout` or `network`. */
  readonly unavailableReason?: string;
  /** The stored message as the service returned it, unchecked. */
  readonly stored?: unknown;
  /** Why a stored reply is incomplete, unless the user stopped it. */
  readonly failure?: CompletionFailure;
}

/** The complete reply, after the last delta. */
export interface CompletionResult {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly model: string;
  readonly vendor?: string;
  /** Display name of the unavailable vendor that `vendor` replaced. */
  readonly unavailableVendor?: string;
  readonly usage?: CompletionUsage;
  /** The stored message as the service returned it, unchecked; absent if nothing was stored. */
  readonly stored?: unknown;
  /** Why a stored reply is incomplete, unless the user stopped it. */
  readonly failure?: CompletionFailure;
}
