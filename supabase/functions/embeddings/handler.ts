import { z } from 'zod';
import { CompletionError } from '../../../src/shared/completion/error.ts';
import { estimateTokens } from '../../../src/shared/domain/context-window.ts';
import { toStorable } from '../../../src/shared/domain/text.ts';
import { requestEmbeddings } from '../../../src/shared/providers/embeddings.ts';
import { readJson } from '../_shared/body.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { beginCompletion, reportOutcome, type Grant, type CompletionOutcome } from '../_shared/grant.ts';
import { answererHeaders, json, requireMethod, requireSender, respond } from '../_shared/http.ts';
import { findVendorName } from '../_shared/model-vendor.ts';
import { maxTokensOf } from '../_shared/token-limits.ts';

const maximumBodyBytes = 4 * 1_048_576;
const maxInputs = 2048;

const tokenSchema = z.number().int().min(0);
const inputSchema = z.union([
  z.string().min(1).overwrite(toStorable),
  z.array(z.string().min(1).overwrite(toStorable)).min(1).max(maxInputs),
  z.array(tokenSchema).min(1),
  z.array(z.array(tokenSchema).min(1)).min(1).max(maxInputs),
]);

/** The fields of OpenAI's request. All others are dropped. */
const requestSchema = z.object({
  model: z.string().overwrite(toStorable).trim().min(1).max(200),
  input: inputSchema,
  dimensions: z.number().int().min(1).max(100_000).optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
});

/** Counts the tokens of the input. Each number is one token. */
const sumOf = (input: z.infer<typeof inputSchema>, tokensOf: (text: string) => number): number =>
  [input].flat(2).reduce<number>((sum, part) => sum + (typeof part === 'string' ? tokensOf(part) : 1), 0);

async function embed(
  request: Request,
  context: FunctionContext,
  grant: Grant,
  body: z.infer<typeof requestSchema>,
  isProgram: boolean,
): Promise<Response> {
  const report = (outcome: CompletionOutcome['outcome'], promptTokens: number, isEstimated = false) =>
    reportOutcome(context, grant, {
      outcome,
      vendorId: grant.vendorId,
      model: body.model,
      usage: { promptTokens, completionTokens: 0 },
      isEstimated,
    });
  try {
    // The models of a plan are chat models, so a session can't use others. API keys can, because their plan has every
    // model.
    if (grant.model !== body.model && !isProgram)
      throw new CompletionError('forbidden', 'You can only use this model with an API key.');
    const options = { signal: request.signal, fetch: context.fetch };
    const { data, promptTokens } = await requestEmbeddings(grant.vendor, body, options);
    // Estimated if the vendor doesn't report the tokens.
    const tokens = promptTokens ?? sumOf(body.input, estimateTokens);
    const settling = report('answered', tokens, promptTokens === undefined);
    context.waitUntil?.(settling);
    return json(
      {
        object: 'list',
        data: data.map(({ index, embedding }) => ({ object: 'embedding', index, embedding })),
        model: body.model,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      },
      200,
      answererHeaders(grant.vendor.name, undefined, grant.messageId, context.requestId),
    );
  } catch (error) {
    // A stop counts, because the vendor was already working. Awaited, so that the message is refunded before a retry.
    const isStopped = error instanceof CompletionError && error.code === 'aborted';
    await report(isStopped ? 'answered' : 'failed', 0);
    throw error;
  }
}

/**
 * `POST /functions/v1/embeddings`: embeddings in OpenAI's format from a vendor that supports them, for access tokens
 * and developer API keys. Authorization, quota and errors work as in `chat/completions`.
 */
export const handler = respond(async (request, context) => {
  requireMethod(request, 'POST');
  const sender = await requireSender(request, context);
  const body = await readJson(request, requestSchema, maximumBodyBytes);
  const vendorName = await findVendorName(request, context, sender, body.model);
  const grant = await beginCompletion(context, sender, {
    messageId: null,
    model: body.model,
    vendorName,
    tokenLimits: { prompt: sumOf(body.input, maxTokensOf), reply: 0 },
  });
  return embed(request, context, grant, body, 'apiKeyHash' in sender);
});
