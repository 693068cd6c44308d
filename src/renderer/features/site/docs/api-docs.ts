import { brand } from '../../../../shared/brand.ts';

/** A model that every new installation has. */
const model = 'cognitivecomputations/dolphin-mixtral-8x22b';

export interface ApiSample {
  readonly language: string;
  readonly code: string;
}

export interface DocsPart {
  /** Used as the anchor. */
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly samples?: readonly ApiSample[];
}

export const apiDocsTexts = {
  title: 'Private Inference API',
  lead: `Use ${brand} from your own programs. The API supports the OpenAI protocol, so any OpenAI client works with two settings: the base URL and a key.`,
  copy: 'Copy',
  copied: 'Copied to clipboard',
  baseUrl: 'Base URL',
  keysLink: 'Create a key in your settings',
  plansLink: 'Compare plans',
} as const;

/** Samples contain this base URL (`…/functions/v1`). */
export const docsParts = (baseUrl: string): readonly DocsPart[] => [
  {
    id: 'keys',
    title: 'Your key',
    text: [
      'Keys are part of Professional. Create one in your settings: it starts with clv_ and is shown only once. Send it as a bearer token from your server or script, never from a web page that others can open.',
      "A key uses your account. It can chat, turn speech into text, create embeddings and list models. It can't read your chats, change your account or create keys. Revoking it takes effect immediately, and so does a change of your plan.",
    ],
    samples: [{ language: 'shell', code: `export CLOVER_API_KEY="clv_..."` }],
  },
  {
    id: 'chat',
    title: 'Get a reply',
    text: ['The reply arrives in one piece, as a chat.completion.'],
    samples: [
      {
        language: 'shell',
        code: `curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer $CLOVER_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{ "role": "user", "content": "Name three clovers." }]
  }'`,
      },
    ],
  },
  {
    id: 'stream',
    title: 'Stream a reply',
    text: [
      'With "stream": true the text arrives as server-sent events while it is written, and ends with data: [DONE]. Closing the connection also stops the provider. If the provider fails midway, an event with an error replaces [DONE].',
    ],
    samples: [
      {
        language: 'shell',
        code: `curl -N ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer $CLOVER_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{ "role": "user", "content": "Name three clovers." }],
    "stream": true
  }'`,
      },
    ],
  },
  {
    id: 'models',
    title: 'List the models',
    text: [
      "The models of all enabled providers. If a provider doesn't have the requested model, its default model replies. The model field of the response names the model used.",
    ],
    samples: [
      {
        language: 'shell',
        code: `curl ${baseUrl}/models \\
  -H "Authorization: Bearer $CLOVER_API_KEY"`,
      },
    ],
  },
  {
    id: 'typescript',
    title: 'From TypeScript',
    text: ['With the official client: npm install openai.'],
    samples: [
      {
        language: 'TypeScript',
        code: `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${baseUrl}',
  apiKey: process.env.CLOVER_API_KEY,
});

const stream = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Name three clovers.' }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`,
      },
    ],
  },
  {
    id: 'python',
    title: 'From Python',
    text: ['With the official client: pip install openai.'],
    samples: [
      {
        language: 'Python',
        code: `import os
from openai import OpenAI

client = OpenAI(
    base_url="${baseUrl}",
    api_key=os.environ["CLOVER_API_KEY"],
)

reply = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Name three clovers."}],
)
print(reply.choices[0].message.content)`,
      },
    ],
  },
];

export const apiFields = {
  id: 'fields',
  title: 'Parameters',
  text: "A field that the model's provider doesn't support is refused with 400 and its name. Other fields of the protocol are ignored and not sent to a provider.",
  columns: ['Field', 'Meaning'],
  rows: [
    ['model', 'The id of a listed model. Required.'],
    [
      'messages',
      'Each with a role (system, developer, user, assistant or tool) and text, images (image_url) or tool calls. At least one is required.',
    ],
    ['stream', 'true for server-sent events. Default false.'],
    ['stream_options.include_usage', 'true for a last event with the number of tokens.'],
    ['temperature', '0 to 2. The default depends on the model.'],
    ['max_completion_tokens, max_tokens', 'Maximum length of the reply, at most 8192.'],
    ['tools, tool_choice, parallel_tool_calls', 'Functions that the model may call.'],
    ['response_format', 'text, json_object or json_schema.'],
    ['stop, seed, presence_penalty, frequency_penalty', 'As in the OpenAI protocol.'],
    ['n', 'Must be 1.'],
  ],
} as const;

export const apiErrors = {
  id: 'errors',
  title: 'Errors',
  text: 'Errors have the form {"error": {"message", "type", "param", "code"}}. You can show the message to users; the code stays the same if its wording changes.',
  columns: ['Status', 'Code', 'Meaning'],
  rows: [
    ['400', 'invalid_request', 'The body is invalid. The message names the field.'],
    ['400', 'bad_request', 'The provider refused the request. The message explains why.'],
    ['401', 'unauthenticated', 'The key is missing, mistyped or revoked.'],
    [
      '403',
      'forbidden',
      "The key's plan has ended, the account is suspended, or the model is not in the plan.",
    ],
    ['413', 'request_too_large', 'The body is larger than 25 MB.'],
    ['429', 'budget', "The message could exceed this month's budget. The message explains what to do."],
    ['429', 'quota', 'Too many replies at once, or too many failed attempts today. Wait, then try again.'],
    ['502', 'api, authentication, model, network, …', 'The provider failed or could not be reached.'],
    ['503', 'no_vendor, missing_key', 'No provider is connected. An administrator can connect one.'],
    ['504', 'timeout', 'The provider did not respond within 30 seconds.'],
  ],
} as const;

export const apiLimits = {
  id: 'limits',
  title: 'Limits',
  points: [
    '20 concurrent replies per account, unless the operator has changed this limit.',
    '25 MB and 10,000 messages per request, of which 20 MB may be image data.',
    '20 active keys per account.',
    'A request times out if the provider sends nothing for 30 seconds.',
    'The API logs and stores no text, only the number of tokens. Your text goes to the provider that answers, which has its own rules.',
  ],
} as const;
