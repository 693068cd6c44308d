import type { CompletionRequest } from '../completion/completion.ts';
import { callChat } from './chat-call.ts';
import { createOpenAiReader } from './dialects/openai/reply-reader.ts';
import type { Dialect } from './dialects.ts';
import { prepareCall } from './prepare-call.ts';
import type { Greeting, ProviderClient, ReadyGreeting, StreamOptions } from './provider.ts';
import { chooseTemperature } from './temperature.ts';
import { errorInBody, errorOfResponse } from './upstream-error.ts';
import type { Vendor } from './vendor.ts';

/** The body as document B §7 specifies it for this vendor, plus the fields for streaming. */
function requestBody(
  dialect: Dialect,
  request: CompletionRequest,
  isStreaming: boolean,
  supportsImages: boolean | undefined,
): Readonly<Record<string, unknown>> {
  const body = {
    model: request.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    temperature: request.temperature ?? chooseTemperature(request.messages, request.model, supportsImages),
    ...dialect.fields(request.maxTokens, isStreaming),
    ...(isStreaming && { stream: true, stream_options: { include_usage: true } }),
  };
  return dialect.adapt?.(request.model, body) ?? body;
}

/** A client for an OpenAI-style vendor (PROV-001..006, PROV-008, PROV-010). */
export function openAiStyle(dialect: Dialect): ProviderClient {
  return (vendor: Vendor, request: CompletionRequest, options: StreamOptions) => {
    const { endpoint, headers, secrets } = prepareCall(vendor, dialect, options.requestId);
    const isStreaming = (request.stream ?? true) && (vendor.config.stream ?? true);
    return callChat({
      url: endpoint,
      headers: { ...headers, Accept: isStreaming ? 'text/event-stream' : 'application/json' },
      body: requestBody(dialect, request, isStreaming, options.supportsImages),
      signal: options.signal,
      fetch: options.fetch,
      readReply: () => createOpenAiReader({ isSeparate: false }),
      refusal: (status, text) => errorOfResponse(status, text, secrets),
      fault: (error) => errorInBody(error, secrets),
      empty: dialect.empty,
      // The requested name, which lists and chats use; vendors return dated names.
      origin: () => ({ model: request.model, vendor: vendor.name }),
    });
  };
}

/** The connection test of an OpenAI-style vendor, always with a token limit, so that it stays cheap. */
export function greetOpenAiStyle(
  vendor: Vendor,
  dialect: Dialect,
  { model, messages, maxTokens, temperature }: Greeting,
): ReadyGreeting {
  const { endpoint, headers, secrets } = prepareCall(vendor, dialect);
  const body = {
    model,
    messages,
    ...(temperature !== undefined && { temperature }),
    ...dialect.fields(maxTokens, false),
    max_tokens: maxTokens,
  };
  return { url: endpoint, headers, body: dialect.adapt?.(model, body) ?? body, secrets };
}
