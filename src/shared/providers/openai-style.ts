import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { callChat } from './chat-call.ts';
import type { Dialect } from './dialects.ts';
import { unreachable } from './failures.ts';
import type { ProviderClient, StreamOptions } from './provider.ts';
import { chooseTemperature } from './temperature.ts';
import { errorInBody, errorOfResponse } from './upstream-error.ts';
import { usableKey, type Vendor } from './vendor.ts';

function addressOf(vendor: Vendor, dialect: Dialect): string {
  if (!URL.canParse(vendor.endpointUrl)) throw unreachable();
  return dialect.address(vendor.endpointUrl);
}

/** The body exactly as document B §7 has it for this kind, plus the fields of streaming where text is to stream. */
export function requestBody(
  dialect: Dialect,
  request: CompletionRequest,
  isStreaming: boolean,
): Record<string, unknown> {
  return {
    model: request.model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    temperature: request.temperature ?? chooseTemperature(request.messages, request.model),
    ...dialect.fields(request.maxTokens, isStreaming),
    ...(isStreaming && { stream: true, stream_options: { include_usage: true } }),
  };
}

/** A client for one kind of OpenAI-style vendor (PROV-001..006, PROV-008, PROV-010). */
export function openAiStyle(dialect: Dialect): ProviderClient {
  return async function* complete(
    vendor: Vendor,
    request: CompletionRequest,
    options: StreamOptions,
  ): AsyncGenerator<Delta> {
    const key = usableKey(vendor);
    if (key === null && (dialect.needsKey || vendor.apiKey)) {
      throw new CompletionError('missing_key', dialect.missingKey(vendor.displayName));
    }
    const secrets = key === null ? [] : [key];
    const isStreaming = (request.stream ?? true) && (vendor.config.stream ?? true);
    yield* callChat({
      url: addressOf(vendor, dialect),
      headers: {
        'Content-Type': 'application/json',
        Accept: isStreaming ? 'text/event-stream' : 'application/json',
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...dialect.headers(options.requestId ?? crypto.randomUUID()),
      },
      body: requestBody(dialect, request, isStreaming),
      signal: options.signal,
      fetch: options.fetch,
      refusal: (status, text) => errorOfResponse(status, text, secrets),
      fault: (error) => errorInBody(error, secrets),
      empty: dialect.empty,
      // The name that was asked for: lists and chats know it, while vendors answer with dated names of their own.
      origin: () => ({ model: request.model, vendor: vendor.name }),
    });
  };
}
