import { z } from 'zod';

/** One message as a provider reads it. */
export const completionMessageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
});
export type CompletionMessage = z.infer<typeof completionMessageSchema>;

/** A request for a reply. `messageId` is the id of the user message to answer, which counts once towards the quota. */
export interface CompletionRequest {
  readonly messageId: string;
  /** Vendor name, e.g. `deepinfra`; the active vendor by default. */
  readonly vendor?: string;
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Default true: text arrives in deltas if the vendor can stream. */
  readonly stream?: boolean;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'unknown';

export interface CompletionUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** One piece of a streaming reply. The last one has `finishReason`, and `usage` if the provider reports it. */
export interface Delta {
  readonly text: string;
  readonly finishReason?: FinishReason;
  readonly usage?: CompletionUsage;
  /** Who answered, as soon as that is known. */
  readonly model?: string;
  readonly vendor?: string;
  /** Display name of the unavailable vendor that `vendor` replaced. */
  readonly unavailableVendor?: string;
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
}
