import { z } from 'zod';
import { CompletionError } from '../completion/error.ts';
import { parseJson } from './body.ts';
import { tokenCount } from './dialects/token-count.ts';
import { invalidFormatError } from './failures.ts';
import { callForText } from './post.ts';
import type { CallOptions } from './provider.ts';
import { providerOf } from './providers.ts';
import { errorInBody, errorOfResponse, isRecord } from './upstream-error.ts';
import { fetchFor, type Vendor } from './vendor.ts';

/** In bytes. Enough for 2,048 base64 embeddings of 1,536 numbers. */
const maxReplyBytes = 33_554_432;

const replySchema = z.object({
  data: z
    .array(
      z.object({
        index: z.number().int().min(0),
        // Numbers, or their bytes in base64.
        embedding: z.union([z.array(z.number()), z.string().regex(/^[\w+/]*={0,2}$/)]),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokenCount }).optional().catch(undefined),
});

interface Embeddings {
  readonly data: z.infer<typeof replySchema>['data'];
  /** Undefined if the vendor doesn't report it. */
  readonly promptTokens: number | undefined;
}

/**
 * Requests embeddings with the fields of OpenAI's request, within 30 s. Rejects with CompletionError and the messages
 * of document B §8, or with `bad_request` if the vendor's protocol has no embeddings.
 */
export async function requestEmbeddings(
  vendor: Vendor,
  body: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Embeddings> {
  const { embeddings: prepare } = providerOf(vendor);
  if (!prepare) {
    throw new CompletionError(
      'bad_request',
      `Bad request (400): embeddings are not supported for models of ${vendor.displayName}`,
      400,
    );
  }
  const { url, headers, secrets } = prepare(vendor);
  const text = await callForText({
    url,
    headers,
    body,
    signal: options.signal,
    fetch: fetchFor(vendor, options.fetch),
    limit: maxReplyBytes,
    refusal: (status, refused) => errorOfResponse(status, refused, secrets),
  });
  const value = parseJson(text);
  if (isRecord(value) && (value['error'] ?? null) !== null) throw errorInBody(value['error'], secrets);
  const { data: reply } = replySchema.safeParse(value);
  if (!reply) throw invalidFormatError();
  return { data: reply.data, promptTokens: reply.usage?.prompt_tokens };
}
