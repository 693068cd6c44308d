import type { CompletionRequest } from '../../completion/completion.ts';
import { callChat } from '../chat-call.ts';
import { type Access, prepareCall } from '../prepare-call.ts';
import type { TestPrompt, ModelListing, Provider, TestRequest, StreamOptions } from '../provider.ts';
import { chooseTemperature } from '../temperature.ts';
import { errorInBody, errorOfResponse } from '../upstream-error.ts';
import type { Vendor } from '../vendor.ts';
import type { Protocol } from './protocol.ts';

function complete(protocol: Protocol, vendor: Vendor, request: CompletionRequest, options: StreamOptions) {
  const { endpoint, headers, secrets } = prepareCall(vendor, protocol.access, options.requestId);
  const { model, messages, topP, maxTokens, effort, facts, passed } = request;
  const isStreaming = (request.stream ?? true) && (vendor.config.stream ?? true);
  const temperature = request.temperature ?? chooseTemperature(messages, model, options.supportsImages);
  return callChat({
    ...protocol.write(endpoint, {
      model,
      messages,
      temperature,
      topP,
      maxTokens,
      effort,
      facts,
      passed,
      isStreaming,
      isTest: false,
    }),
    headers: { ...headers, Accept: isStreaming ? 'text/event-stream' : 'application/json' },
    signal: options.signal,
    fetch: options.fetch,
    readReply: protocol.createReader,
    hasTools: passed?.['tools'] !== undefined,
    refusal: (status, text) => errorOfResponse(status, text, secrets),
    fault: (error) => errorInBody(error, secrets),
    empty: protocol.empty,
    // Lists and chats use the requested name. Vendors return dated names.
    origin: () => ({ model, vendor: vendor.name }),
  });
}

function greet(protocol: Protocol, vendor: Vendor, { temperature, ...greeting }: TestPrompt): TestRequest {
  const { endpoint, headers, secrets } = prepareCall(vendor, protocol.access);
  return {
    ...protocol.write(endpoint, { ...greeting, temperature, isStreaming: false, isTest: true }),
    headers,
    secrets,
    isReply: protocol.isReply,
  };
}

function listModels({ access, models }: Protocol, vendor: Vendor): ModelListing {
  const { endpoint, headers, secrets } = prepareCall(vendor, access);
  return {
    url: models.address(endpoint),
    headers,
    secrets,
    entriesOf: models.entriesOf,
    readModel: models.read,
  };
}

const callFor = (access: Access, urlOf: ((endpoint: string) => string) | null): Provider['embeddings'] =>
  urlOf &&
  ((vendor) => {
    const { endpoint, headers, secrets } = prepareCall(vendor, access);
    return { url: urlOf(endpoint), headers, secrets };
  });

export const clientFor = (
  protocol: Protocol,
): Pick<
  Provider,
  'complete' | 'greet' | 'listModels' | 'passes' | 'takesImages' | 'embeddings' | 'transcriptions'
> => ({
  passes: protocol.passes,
  takesImages: true,
  complete: (vendor, request, options) => complete(protocol, vendor, request, options),
  greet: (vendor, greeting) => greet(protocol, vendor, greeting),
  embeddings: callFor(protocol.access, protocol.embeddings),
  transcriptions: callFor(protocol.access, protocol.transcriptions),
  listModels: (vendor) => listModels(protocol, vendor),
});
