import { z } from 'zod';
import { cleanText } from '../domain/text.ts';

/** The names of the quick actions. Each is also the path of its function (document B §7). */
export const quickActionNames = [
  'image-generation',
  'text-summarization',
  'data-analysis',
  'code-assistance',
  'advice-generation',
] as const;
export type QuickActionName = (typeof quickActionNames)[number];

/** The maximum length of each action's text, in UTF-16 units (`String.length`). Few models accept longer texts. */
export const quickActionLimits: Readonly<Record<QuickActionName, number>> = {
  'image-generation': 4000,
  'text-summarization': 200_000,
  'data-analysis': 200_000,
  'code-assistance': 200_000,
  'advice-generation': 20_000,
};

const textOf = (name: QuickActionName) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().min(1, 'must not be blank').max(quickActionLimits[name], 'is too long'));

export const imageGenerationSchema = z.object({
  prompt: textOf('image-generation'),
  size: z
    .enum(['256x256', '512x512', '1024x1024', '1024x1536', '1536x1024', '1024x1792', '1792x1024'])
    .default('1024x1024'),
  quality: z.enum(['auto', 'low', 'medium', 'standard', 'high', 'hd']).default('high'),
});
export type ImageGenerationRequest = z.infer<typeof imageGenerationSchema>;

export const textSummarizationSchema = z.object({
  text: textOf('text-summarization'),
  length: z.enum(['short', 'medium', 'long']).default('medium'),
  format: z.enum(['paragraph', 'bullets']).default('paragraph'),
});
export type TextSummarizationRequest = z.infer<typeof textSummarizationSchema>;

export const dataAnalysisSchema = z.object({
  data: textOf('data-analysis'),
  analysisType: z
    .enum(['comprehensive', 'summary', 'statistics', 'trends', 'outliers'])
    .default('comprehensive'),
  chartType: z.enum(['auto', 'none', 'bar', 'line', 'pie']).default('auto'),
});
export type DataAnalysisRequest = z.infer<typeof dataAnalysisSchema>;

/** A language becomes part of the instructions, so it must look like a name ("C++", "Objective-C", "F#"). */
const languageName = z
  .string()
  .trim()
  .regex(/^[\p{L}\d+#.-]+(?: [\p{L}\d+#.-]+){0,2}$/u, 'must be the name of a language')
  .max(40);

export const codeAssistanceSchema = z.object({
  code: textOf('code-assistance'),
  language: languageName.default('javascript'),
  task: z.enum(['review', 'explain', 'debug', 'optimize', 'write', 'test']).default('review'),
  complexity: z.enum(['beginner', 'intermediate', 'advanced']).default('intermediate'),
});
export type CodeAssistanceRequest = z.infer<typeof codeAssistanceSchema>;

export const adviceGenerationSchema = z.object({
  question: textOf('advice-generation'),
  category: z
    .enum(['general', 'career', 'education', 'finance', 'health', 'legal', 'relationships', 'technology'])
    .default('general'),
  tone: z.enum(['balanced', 'direct', 'encouraging', 'formal']).default('balanced'),
  depth: z.enum(['brief', 'standard', 'comprehensive']).default('comprehensive'),
});
export type AdviceGenerationRequest = z.infer<typeof adviceGenerationSchema>;

/** `message` is the stored row if the request had the reply stored. */
const replySchema = z.object({ success: z.literal(true), message: z.unknown().optional() });

/**
 * Responses with status 200. `imageUrl` is our `/functions/v1/images/<id>`, which needs the caller's access token. The
 * lengths count characters (code points).
 */
export const quickActionReplySchemas = {
  'image-generation': replySchema.extend({ imageUrl: z.string() }),
  'text-summarization': replySchema.extend({
    summary: z.string(),
    originalLength: z.number(),
    summaryLength: z.number(),
  }),
  'data-analysis': replySchema.extend({ analysis: z.string() }),
  'code-assistance': replySchema.extend({ assistance: z.string() }),
  'advice-generation': replySchema.extend({ advice: z.string() }),
} as const;

/**
 * Responses to failed requests (QUICK-011), with status 400 to 504: a message for the user, and the code of a
 * CompletionError or `invalid_request`, `request_too_large`, `image_unusable`. supabase-js provides the body as
 * `error.context.json()`.
 */
export const quickActionFailureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string().optional(),
});
export type QuickActionFailure = z.infer<typeof quickActionFailureSchema>;
