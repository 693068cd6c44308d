import { invalidFormatError } from '../../failures.ts';
import { readListedModel } from '../../listed-model.ts';
import { siblingUrl } from '../../prepare-call.ts';
import { isRecord } from '../../upstream-error.ts';
import type { Protocol } from '../protocol.ts';
import { createResponsesReader } from './reply-reader.ts';
import { bodyOf } from './request.ts';

const resource = '/responses';

/** Returns the completion URL. The endpoint may omit the end of the path. */
function addressOf(endpointUrl: string): string {
  const url = new URL(endpointUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = `/v1${resource}`;
  else if (path.endsWith('/v1')) url.pathname = `${path}${resource}`;
  return url.href;
}

/** OpenAI's Responses API. */
export const responses: Protocol = {
  access: {
    needsKey: true,
    missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
    address: addressOf,
    headers: () => ({}),
  },
  passes: ['messages', 'tools', 'tool_choice', 'parallel_tool_calls'],
  write: (endpoint, prompt) => ({ url: endpoint, body: bodyOf(prompt, new URL(endpoint).host) }),
  createReader: createResponsesReader,
  isReply: ({ object, output }) => object === 'response' && Array.isArray(output),
  empty: invalidFormatError,
  embeddings: (endpoint) => siblingUrl(endpoint, 'embeddings', resource),
  transcriptions: (endpoint) => siblingUrl(endpoint, 'audio/transcriptions', resource),
  models: {
    address: (endpoint) => siblingUrl(endpoint, 'models', resource),
    entriesOf: (value) => (isRecord(value) ? value['data'] : undefined),
    read: readListedModel,
  },
};
