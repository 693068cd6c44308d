import { z } from 'zod';
import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { parseJson } from './body.ts';
import { callForText } from './post.ts';
import type { TestPrompt, TestRequest, StreamOptions } from './provider.ts';
import { secretForms } from './secret-forms.ts';
import { errorInBody, errorOfResponse } from './upstream-error.ts';
import { usableKey, type Vendor } from './vendor.ts';

/** PROV-009 */
const defaultMaxTokens = 1000;
const defaultTemperature = 0.7;

const unexpectedFormatError = () =>
  new CompletionError('invalid_format', 'Unexpected response format from the uncensored-chat provider');

/**
 * A successful reply has a text or a list of parts in `output`, or choices. Other versions of the endpoint use
 * `message`.
 */
const replySchema = z.union([
  z.object({ status: z.literal('success'), output: z.string().min(1) }).transform(({ output }) => output),
  z
    .object({ status: z.literal('success'), output: z.array(z.string()).min(1) })
    .transform(({ output }) => output.join('')),
  z
    .object({ status: z.literal('success'), output: z.undefined().optional(), message: z.string().min(1) })
    .transform(({ message }) => message),
  z
    .object({ choices: z.array(z.object({ message: z.object({ content: z.string().min(1) }) })).min(1) })
    .transform(({ choices }) => choices[0]?.message.content ?? ''),
]);

const refusalSchema = z.object({ status: z.literal('error'), message: z.string(), code: z.unknown() });

function parseReply(text: string, secrets: readonly string[]): string {
  const value = parseJson(text);
  // ModelsLab also sends refusals with status 200.
  const refusal = refusalSchema.safeParse(value);
  if (refusal.success) {
    const { message, code } = refusal.data;
    throw errorInBody({ message, code }, secrets);
  }
  const reply = replySchema.safeParse(value);
  if (!reply.success || reply.data === '') throw unexpectedFormatError();
  return reply.data;
}

function keyOf(vendor: Vendor): string {
  const key = usableKey(vendor);
  if (key !== null) return key;
  throw new CompletionError(
    'missing_key',
    'ModelsLab-style key not found. Please set it in the admin settings.',
  );
}

const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };

/** Calls the third provider: key in the body, no streaming (PROV-009, PROV-032, PROV-033). */
export async function* modelslab(
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
): AsyncGenerator<Delta> {
  const key = keyOf(vendor);
  const secrets = secretForms(key);
  const text = await callForText({
    url: vendor.endpointUrl,
    headers,
    body: {
      key,
      model_id: request.model,
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      max_tokens: request.maxTokens ?? defaultMaxTokens,
      temperature: request.temperature ?? defaultTemperature,
      stream: false,
    },
    signal: options.signal,
    fetch: options.fetch,
    refusal: (status, body) => errorOfResponse(status, body, secrets),
  });
  yield {
    text: parseReply(text, secrets),
    finishReason: 'unknown',
    model: request.model,
    vendor: vendor.name,
  };
}

/** Builds the body of a connection test. */
export function buildModelslabTest(
  vendor: Vendor,
  { model, messages, maxTokens, temperature }: TestPrompt,
): TestRequest {
  const key = keyOf(vendor);
  return {
    url: vendor.endpointUrl,
    headers,
    body: {
      key,
      model_id: model,
      messages,
      max_tokens: maxTokens,
      ...(temperature !== undefined && { temperature }),
      stream: false,
    },
    secrets: secretForms(key),
    isReply: ({ status, choices }) => status === 'success' || Array.isArray(choices),
  };
}
