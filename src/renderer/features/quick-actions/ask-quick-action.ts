import type { Delta, ReplyTarget } from '../../../shared/completion/completion.ts';
import {
  type CompletionErrorCode,
  completionErrorCodes,
  CompletionError,
} from '../../../shared/completion/error.ts';
import type {
  AdviceGenerationRequest,
  CodeAssistanceRequest,
  DataAnalysisRequest,
  ImageGenerationRequest,
  QuickActionName,
  TextSummarizationRequest,
} from '../../../shared/quick-actions/contract.ts';
import { quickActionFailureSchema, quickActionReplySchemas } from '../../../shared/quick-actions/contract.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { imageMarkdown } from '../../../shared/quick-actions/image-markdown.ts';

/** The documented request bodies [QUICK-006..010]. */
const payloads = {
  'image-generation': (prompt: string): ImageGenerationRequest => ({
    prompt,
    size: '1024x1024',
    quality: 'high',
  }),
  'text-summarization': (text: string): TextSummarizationRequest => ({
    text,
    length: 'medium',
    format: 'paragraph',
  }),
  'data-analysis': (data: string): DataAnalysisRequest => ({
    data,
    analysisType: 'comprehensive',
    chartType: 'auto',
  }),
  'code-assistance': (code: string): CodeAssistanceRequest => ({
    code,
    language: 'javascript',
    task: 'review',
    complexity: 'intermediate',
  }),
  'advice-generation': (question: string): AdviceGenerationRequest => ({
    question,
    category: 'general',
    tone: 'balanced',
    depth: 'comprehensive',
  }),
} satisfies Readonly<Record<QuickActionName, (text: string) => object>>;

/** Returns the part of a response that becomes the message. Throws if the response has another format. */
const contentReaders: Readonly<Record<QuickActionName, (reply: unknown, text: string) => string>> = {
  'image-generation': (reply, text) =>
    imageMarkdown(quickActionReplySchemas['image-generation'].parse(reply).imageUrl, text),
  'text-summarization': (reply) => quickActionReplySchemas['text-summarization'].parse(reply).summary,
  'data-analysis': (reply) => quickActionReplySchemas['data-analysis'].parse(reply).analysis,
  'code-assistance': (reply) => quickActionReplySchemas['code-assistance'].parse(reply).assistance,
  'advice-generation': (reply) => quickActionReplySchemas['advice-generation'].parse(reply).advice,
};

export interface QuickActionCall {
  /** The message counts once toward the quota, even if it is sent again. */
  readonly messageId: string;
  /** Where the function stores its reply. */
  readonly reply: ReplyTarget;
  readonly signal: AbortSignal;
}

/**
 * Calls a function of the service [QUICK-005] and returns its result as a reply. Sends the message's id, so that the
 * message counts only once.
 *
 * Rejects with CompletionError. Its message comes from the service [QUICK-011]. It is empty without a network, and for
 * responses in another format, such as a proxy's page.
 */
export async function askQuickAction(
  name: QuickActionName,
  text: string,
  { messageId, reply: target, signal }: QuickActionCall,
): Promise<Delta> {
  const client = await getSupabase();
  const { data, error, response } = await client.functions.invoke<unknown>(name, {
    method: 'POST',
    headers: {
      'x-clover-message-id': messageId,
      'x-clover-reply-id': target.replyId,
      'x-clover-question-id': target.questionId,
    },
    body: payloads[name](text),
    signal,
  });
  if (error && !response) throw new CompletionError('network', '');
  const reply: unknown = error ? await response?.json().catch(() => null) : data;
  const failure = quickActionFailureSchema.safeParse(reply).data;
  if (failure) throw new CompletionError(codeOf(failure.code), failure.error, response?.status);
  if (error) throw new CompletionError('api', '', response?.status);
  return { text: contentOf(name, reply, text), ...originOf(response) };
}

function contentOf(name: QuickActionName, reply: unknown, text: string): string {
  try {
    const content = contentReaders[name](reply, text);
    if (content.trim() !== '') return content;
  } catch {
    // The error thrown below has no message, so the action's default text is shown.
  }
  throw new CompletionError('invalid_format', '');
}

const codeOf = (code: string | undefined): CompletionErrorCode =>
  completionErrorCodes.find((known) => known === code) ?? 'api';

/** Reads the vendors from the gateway's headers. */
function originOf(response: Response | undefined): Pick<Delta, 'vendor' | 'unavailableVendor'> {
  const vendor = response?.headers.get('x-clover-vendor');
  const unavailable = response?.headers.get('x-clover-unavailable-vendor');
  return {
    ...(vendor && { vendor }),
    ...(unavailable && { unavailableVendor: decodeName(unavailable) }),
  };
}

/** Display names are percent-encoded, because they may contain any character. */
function decodeName(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
