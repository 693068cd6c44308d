import { z } from 'zod';
import type { CompletionErrorCode } from './error.ts';

/** The types of images that all vendors read. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof imageTypes)[number];

/** Bytes of a request for a reply, as JSON. It has room for a chat of a million tokens and some images. */
export const maxRequestBytes = 25 * 1_048_576;
/** Characters of the data of all images in a request. The rest is for texts. */
export const maxImageDataLength = 20 * 1_048_576;
/** Anthropic accepts no more in one request. */
const mostImages = 100;

/** No regular expression for the whole text, because it could be many megabytes. */
const isBase64 = (text: string) =>
  text.length % 4 === 0 && text !== '' && !/[^A-Za-z\d+/]/.test(text.replace(/={1,2}$/, ''));

/** An image in a message. */
export const imagePartSchema = z.object({
  mediaType: z.enum(imageTypes),
  data: z.string().max(maxImageDataLength).refine(isBase64, 'must be base64'),
});
export type ImagePart = Readonly<z.infer<typeof imagePartSchema>>;

/** One message for a provider. */
export const completionMessageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
  /** Only for messages of the user. */
  images: z.array(imagePartSchema).max(mostImages).readonly().exactOptional(),
});
export type CompletionMessage = z.infer<typeof completionMessageSchema>;

/** Characters of the data of all images. */
export const imageDataOf = (messages: readonly CompletionMessage[]): number =>
  messages.reduce((sum, { images = [] }) => sum + images.reduce((own, { data }) => own + data.length, 0), 0);

export const hasImages = ({ images = [] }: CompletionMessage): boolean => images.length > 0;

/** How much a model thinks before it answers. */
export const efforts = ['off', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** The stored reply that a completion writes. */
export interface ReplyTarget {
  /** The id of its future message, created by the client. */
  readonly replyId: string;
  /** The stored message that it answers. */
  readonly questionId: string;
  /** The cut reply whose text it starts with. */
  readonly continues?: string;
}

/**
 * The rest of a running or stored reply, from a position in UTF-16 units of the whole reply, including continued text.
 */
export interface ResumeRequest {
  readonly replyId: string;
  readonly from: number;
  readonly reasoningFrom: number;
}

/**
 * The fields of a program's request besides texts, in the format of OpenAI's request: `messages` with images or tool
 * calls, `tools`, `response_format`, … Vendors whose dialect cannot express a field refuse the request.
 */
export type PassedFields = Readonly<Record<string, unknown>>;

/** A piece of a tool call. The first one has its id and name, and its arguments arrive in pieces. */
export interface ToolCallPiece {
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly arguments: string;
  /** Gemini's encrypted thoughts before the call, which must be sent back with it. */
  readonly signature?: string;
}

/** The facts that decide how many tokens are requested for thinking. */
export const modelLimitsSchema = z.object({
  /** The most tokens of a reply, with the thinking. */
  maxOutput: z.int().min(1).exactOptional(),
  /** Tokens of a request and its reply together. */
  contextLength: z.int().min(1).exactOptional(),
  /** Whether it thinks even if nothing is requested. */
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
  /** Tokens of the answer. If a vendor also counts the thinking, its dialect adds room for that. */
  readonly maxTokens?: number;
  /** By default, the model decides. */
  readonly effort?: Effort;
  /** The known facts about the model. */
  readonly facts?: ModelLimits;
  /** Only for developers' programs. */
  readonly passed?: PassedFields;
  /** Default true: text arrives in deltas if the vendor can stream. */
  readonly stream?: boolean;
  /** Where the service stores the reply; without it, nothing is stored and disconnecting stops the reply. */
  readonly reply?: ReplyTarget;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'unknown';

export interface CompletionFailure {
  readonly code: CompletionErrorCode;
  readonly message: string;
}

export interface CompletionUsage {
  readonly promptTokens: number;
  /** With the reasoning. */
  readonly completionTokens: number;
  /** Absent if the provider does not report them separately. */
  readonly reasoningTokens?: number;
  /** The part of the prompt that the provider read from its cache. */
  readonly cachedTokens?: number;
  /** Our gateway estimated the usage, because the provider reported none. */
  readonly isEstimated?: true;
}

/** One piece of a streaming reply. The last one has `finishReason`, and `usage` if the provider reports it. */
export interface Delta {
  readonly text: string;
  /** The model's thoughts before it answers. They are shown and stored separately, and never sent to a vendor. */
  readonly reasoning?: string;
  /** Only if the request has tools. */
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
