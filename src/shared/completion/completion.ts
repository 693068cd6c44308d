import { z } from 'zod';

/** One turn as a provider reads it. */
export const completionMessageSchema = z.object({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
});
export type CompletionMessage = z.infer<typeof completionMessageSchema>;

/** What a screen asks for. `messageId` is the id of the user message answered: it buys the quota (design: one message). */
export interface CompletionRequest {
  readonly messageId: string;
  /** Vendor name, e.g. `deepinfra`; the active vendor when absent. */
  readonly vendor?: string;
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Default true: text arrives in deltas where the vendor can stream. */
  readonly stream?: boolean;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'unknown';

export interface CompletionUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** One piece of a reply on its way. The last one carries `finishReason`, and `usage` where the provider tells it. */
export interface Delta {
  readonly text: string;
  readonly finishReason?: FinishReason;
  readonly usage?: CompletionUsage;
  /** The model and vendor that really answered, as soon as they are known. */
  readonly model?: string;
  readonly vendor?: string;
  /** Display name of the vendor that was unavailable and for which `vendor` stands in. */
  readonly unavailableVendor?: string;
}

/** The whole reply, as the platform returns it when the last delta has come. */
export interface CompletionResult {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly model: string;
  readonly vendor?: string;
  /** Display name of the vendor that was unavailable and for which `vendor` stands in. */
  readonly unavailableVendor?: string;
  readonly usage?: CompletionUsage;
}
