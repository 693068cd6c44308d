import { CompletionError } from '../completion/error.ts';
import { invalidFormat } from './failures.ts';

/** What differs between the vendors that speak the OpenAI-style protocol (document B §7 to §9). */
export interface Dialect {
  readonly needsKey: boolean;
  readonly missingKey: (displayName: string) => string;
  readonly address: (endpointUrl: string) => string;
  readonly headers: (requestId: string) => Readonly<Record<string, string>>;
  /** The body's fields besides model, messages and temperature. */
  readonly fields: (maxTokens: number | undefined, isStreaming: boolean) => Readonly<Record<string, unknown>>;
  /** The body as this model takes it, where it takes another than the vendor's other models. */
  readonly adapt?: (
    model: string,
    body: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  readonly empty: () => CompletionError;
  /** The default model and its fallbacks, where the vendor's config names none (PROV-015, PROV-016, VENDOR-014). */
  readonly models: readonly string[];
}

const asGiven = (endpointUrl: string) => endpointUrl;
const none = () => ({});

/** PROV-005: what the provider layer sends when nothing is passed (PROV-012). */
const hostedMaxTokens = 1024;
/** PROV-010 */
const generalPurposeMaxTokens = 4000;

/** The hosted open-model provider. */
export const deepinfra: Dialect = {
  needsKey: true,
  missingKey: (name) => `${name} API key is not set. Please configure it in admin settings.`,
  address: asGiven,
  headers: (requestId) => ({ 'X-Request-ID': requestId }),
  fields: (maxTokens = hostedMaxTokens) => ({ max_tokens: maxTokens }),
  empty: invalidFormat,
  models: [
    'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo',
    'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo',
    'mistralai/Mixtral-8x7B-Instruct-v0.1',
  ],
};

/** The second chat provider. Its documented body has no limit of tokens, so only a streamed call carries one. */
export const openrouter: Dialect = {
  needsKey: true,
  missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
  address: asGiven,
  headers: none,
  fields: (maxTokens, isStreaming) =>
    isStreaming && maxTokens !== undefined ? { max_tokens: maxTokens } : {},
  empty: invalidFormat,
  models: [],
};

const thinks = /^(?:o\d|gpt-[5-9])/;

/** Its models that think first refuse `max_tokens` and every temperature but their own. */
function adaptToThinking(model: string, body: Readonly<Record<string, unknown>>) {
  if (!thinks.test(model)) return body;
  const { max_tokens, temperature: _, ...others } = body;
  return { ...others, max_completion_tokens: max_tokens };
}

/** The general-purpose provider. */
export const openai: Dialect = {
  needsKey: true,
  missingKey: () => 'API key is required',
  address: asGiven,
  headers: none,
  fields: (maxTokens = generalPurposeMaxTokens) => ({ max_tokens: maxTokens, stream: false }),
  adapt: adaptToThinking,
  empty: () => new CompletionError('invalid_format', 'Empty response from the general-purpose provider'),
  models: ['gpt-4.1-2025-04-14'],
};

/** People enter the address of their own server the way its manual shows it: with or without `/v1`. */
function ownServerAddress(endpointUrl: string): string {
  const url = new URL(endpointUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (path.endsWith('/v1')) url.pathname = `${path}/chat/completions`;
  return url.href;
}

/** Any OpenAI-compatible server of one's own. Works without a key; a key is sent where one is set. */
export const ollama: Dialect = {
  needsKey: false,
  missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
  address: ownServerAddress,
  headers: none,
  fields: (maxTokens) => (maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  empty: invalidFormat,
  models: [],
};
