import { invalidFormatError } from '../../failures.ts';
import { siblingUrl } from '../../prepare-call.ts';
import { isRecord } from '../../upstream-error.ts';
import type { Protocol } from '../protocol.ts';
import { readAnthropicModel } from './models.ts';
import { createAnthropicReader } from './reply-reader.ts';
import { bodyOf } from './request.ts';

const resource = '/messages';
/** The largest page that Anthropic allows. All of its models fit. */
const listedModels = '1000';

/** Returns the completion URL. The endpoint may omit the end of the path. */
function addressOf(endpointUrl: string): string {
  const url = new URL(endpointUrl);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = `/v1${resource}`;
  else if (path.endsWith('/v1')) url.pathname = `${path}${resource}`;
  return url.href;
}

/** Anthropic's Messages API. */
export const anthropic: Protocol = {
  access: {
    needsKey: true,
    missingKey: (name) => `API key not configured for ${name}. Please set it in the admin settings.`,
    address: addressOf,
    // Later versions of the API refuse temperatures.
    headers: () => ({ 'anthropic-version': '2023-06-01' }),
    keyHeaders: (key) => ({ 'x-api-key': key }),
  },
  passes: ['messages', 'tools', 'tool_choice', 'parallel_tool_calls', 'stop'],
  write: (endpoint, prompt) => ({ url: endpoint, body: bodyOf(prompt) }),
  createReader: createAnthropicReader,
  isReply: ({ type, content }) => type === 'message' && Array.isArray(content),
  empty: invalidFormatError,
  embeddings: null,
  transcriptions: null,
  models: {
    address: (endpoint) => {
      const url = new URL(siblingUrl(endpoint, 'models', resource));
      url.searchParams.set('limit', listedModels);
      return url.href;
    },
    entriesOf: (value) => (isRecord(value) ? value['data'] : undefined),
    read: readAnthropicModel,
  },
};
