import { brand } from '../../../shared/brand.ts';

/** A model that every fresh installation lists. */
const model = 'cognitivecomputations/dolphin-mixtral-8x22b';

export interface Sample {
  readonly language: string;
  readonly code: string;
}

export interface DocsPart {
  /** Anchor of the part's heading. */
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly samples?: readonly Sample[];
}

export const apiDocsTexts = {
  title: 'Private Inference API',
  lead: `The endpoint that answers ${brand} itself, open to programs of your own. It speaks the OpenAI protocol, so a client that you already use needs two settings and no other change.`,
  contents: 'On this page',
  copy: 'Copy',
  copied: 'Copied to clipboard',
  baseUrl: 'Base URL',
  keysLink: 'Make a key on your account page',
  plansLink: 'Compare the plans',
} as const;

/** The documentation, for a service at this base URL (`…/functions/v1`). */
export const docsParts = (baseUrl: string): readonly DocsPart[] => [
  {
    id: 'keys',
    title: 'Your key',
    text: [
      'Keys belong to the Professional plan. Make one on your account page: it begins with clv_, is shown once, and only its hash is kept. Send it as a bearer token, from a server or a script of yours, never from a web page that others open.',
      'A key acts as you. It can chat and list models; it cannot read your chats, change your account or make other keys. Revoking it works at once, and so does a change of your plan.',
    ],
    samples: [{ language: 'shell', code: `export CLOVER_API_KEY="clv_..."` }],
  },
  {
    id: 'chat',
    title: 'Ask for a reply',
    text: ['The reply comes whole, as a chat.completion.'],
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
    title: 'Stream it',
    text: [
      'With "stream": true the text arrives as server-sent events while it is being written, and ends with data: [DONE]. Closing the connection stops the provider too. If the provider breaks off in the middle, an event with an error comes instead of [DONE].',
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
      'The models that the active vendor answers with now. A model that it lacks is answered by its default one; the field model of the reply names which.',
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

export const fields = {
  id: 'fields',
  title: 'What a request may say',
  text: 'Other fields of the protocol are ignored, and none of them reaches a provider.',
  columns: ['Field', 'Meaning'],
  rows: [
    ['model', 'Id of a model, as the list of models gives it. Required.'],
    ['messages', 'Role system, developer, user or assistant, and a text. Required, at least one.'],
    ['stream', 'true for server-sent events. Default false.'],
    ['stream_options.include_usage', 'true for one last event with the count of tokens.'],
    ['temperature', '0 to 2. Default: what suits the model.'],
    ['max_tokens', 'Longest reply. More than 8192 counts as 8192.'],
  ],
} as const;

export const errors = {
  id: 'errors',
  title: 'When it does not work',
  text: 'Errors have the shape {"error": {"message", "type", "param", "code"}}. The message is a sentence that can be shown; the code does not change with its wording.',
  columns: ['Status', 'Code', 'What it means'],
  rows: [
    ['400', 'invalid_request', 'The body is not what is described here. The message names the field.'],
    ['400', 'bad_request', 'The provider turned the request down. The message says why.'],
    ['401', 'unauthenticated', 'The key is missing, mistyped or revoked.'],
    [
      '403',
      'forbidden',
      'The key’s plan has ended, the account is suspended, or the model is not in the plan.',
    ],
    ['413', 'request_too_large', 'The body is larger than 4 MB.'],
    ['429', 'quota', 'Too many replies at once, or too many failed attempts today. Wait, then try again.'],
    ['502', 'api, authentication, model, network, …', 'The provider failed or could not be reached.'],
    ['503', 'no_vendor, missing_key', 'No provider is connected. An administrator can change that.'],
    ['504', 'timeout', 'The provider was silent for 30 seconds.'],
  ],
} as const;

export const limits = {
  id: 'limits',
  title: 'Limits',
  points: [
    'Replies on their way at the same time: 20 for one account, unless the operator has set another number.',
    'A request: 4 MB, 10,000 messages, text only.',
    'Keys that work: 20 for one account.',
    'Silence of a provider: 30 seconds, then the request fails with a timeout.',
    'No text is logged or stored by the API: only how many tokens were used is counted. Your text goes to the provider that answers, which has its own rules.',
  ],
} as const;
