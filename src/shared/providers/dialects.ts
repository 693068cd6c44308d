import { CompletionError } from '../completion/error.ts';
import { invalidFormatError } from './failures.ts';
import { isOpenAiReasoning } from './dialects/openai/effort.ts';
import type { Access } from './prepare-call.ts';

/** The differences between vendors that use the OpenAI-style protocol (document B §7 to §9). */
export interface Dialect extends Access {
  /** The token limit for requests without one. Absent if the vendor decides. */
  readonly defaultMaxTokens?: number;
  /** Returns the body's fields besides model, messages and temperature. */
  readonly fields: (maxTokens: number | undefined, isStreaming: boolean) => Readonly<Record<string, unknown>>;
  /** Changes the body for models that need other fields. */
  readonly adapt?: (
    model: string,
    body: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  readonly empty: () => CompletionError;
  /** The default model and its fallbacks, if the vendor's config names none (PROV-015, PROV-016, VENDOR-014). */
  readonly models: readonly string[];
}

const unchangedAddress = (endpointUrl: string) => endpointUrl;
const noHeaders = () => ({});

export const deepinfra: Dialect = {
  needsKey: true,
  missingKey: (name) => `${name} API key is not set. Please configure it in admin settings.`,
  address: unchangedAddress,
  headers: (requestId) => ({ 'X-Request-ID': requestId }),
  // The limit of PROV-005, for requests without one (PROV-012).
  defaultMaxTokens: 1024,
  fields: (maxTokens) => ({ max_tokens: maxTokens }),
  empty: invalidFormatError,
  models: [
    'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo',
    'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo',
    'mistralai/Mixtral-8x7B-Instruct-v0.1',
  ],
};

/** The second chat provider. Its documented body has no token limit, so only streamed calls have one. */
export const openrouter: Dialect = {
  needsKey: true,
  missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
  address: unchangedAddress,
  headers: noHeaders,
  fields: (maxTokens, isStreaming) =>
    isStreaming && maxTokens !== undefined ? { max_tokens: maxTokens } : {},
  empty: invalidFormatError,
  models: [],
};

function adaptToReasoning(model: string, body: Readonly<Record<string, unknown>>) {
  if (!isOpenAiReasoning(model)) return body;
  const { max_tokens, temperature: _, top_p: _topP, ...others } = body;
  return { ...others, max_completion_tokens: max_tokens };
}

export const openai: Dialect = {
  needsKey: true,
  missingKey: () => 'API key is required',
  address: unchangedAddress,
  headers: noHeaders,
  // PROV-010
  defaultMaxTokens: 4000,
  fields: (maxTokens) => ({ max_tokens: maxTokens, stream: false }),
  adapt: adaptToReasoning,
  empty: () => new CompletionError('invalid_format', 'Empty response from the general-purpose provider'),
  models: ['gpt-4.1-2025-04-14'],
};

/** Completes the URL, because the documentation of self-hosted servers shows it with or without `/v1`. */
function completionsAddress(endpointUrl: string): string {
  const url = new URL(endpointUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (path.endsWith('/v1')) url.pathname = `${path}/chat/completions`;
  return url.href;
}

/** Any self-hosted OpenAI-compatible server. The key is optional. */
export const ollama: Dialect = {
  needsKey: false,
  missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
  address: completionsAddress,
  headers: noHeaders,
  fields: (maxTokens) => (maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  empty: invalidFormatError,
  models: [],
};

/** A vendor that an administrator added. Whether it needs a key is in its config. */
export const anyOpenAiStyle: Dialect = {
  needsKey: true,
  missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
  address: completionsAddress,
  headers: noHeaders,
  fields: (maxTokens) => (maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  adapt: adaptToReasoning,
  empty: invalidFormatError,
  models: [],
};
