import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicStyle } from './anthropic-style.ts';
import { answerChat } from './chat.ts';
import { embeddingsOf } from './embeddings.ts';
import { sendJson, sendWhole } from './exchange.ts';
import { behaviorOfKind, type Behavior } from './faults.ts';
import { geminiStyle } from './gemini-style.ts';
import { answerModelslab } from './modelslab-style.ts';
import { openAiStyle } from './openai-style.ts';
import { refuse } from './refusals.ts';
import { responsesStyle } from './responses-style.ts';

export type { Behavior } from './faults.ts';

/** A received request, for checking what we send. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** How the exchange ended: `answered` if the response is complete, `left` if one side aborted it. */
  readonly ended: Promise<'answered' | 'left'>;
}

type Usual = Behavior | ((request: RecordedRequest) => Behavior | undefined) | undefined;

export interface FakeVendor {
  /** The vendor's base URL on loopback, without a slash at the end. */
  readonly url: string;
  readonly endpoints: Readonly<
    Record<
      | 'deepinfra'
      | 'openrouter'
      | 'openai'
      | 'ollama'
      | 'modelslab'
      | 'openai-responses'
      | 'anthropic'
      | 'gemini',
      string
    >
  >;
  readonly requests: readonly RecordedRequest[];
  /** Sets the behavior of the next calls, in order. Later calls succeed. */
  readonly script: (...behaviors: readonly Behavior[]) => void;
  /** Sets the behavior of calls without a script, e.g. slow, or depending on the request. */
  readonly always: (behavior: Usual) => void;
  readonly connections: () => Promise<number>;
  /** Forgets requests and scripts. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

/** The listed models, in OpenAI's format. */
const models = [
  'cognitivecomputations/dolphin-mixtral-8x22b',
  'meta-llama/Meta-Llama-3.1-8B-Instruct',
  'gpt-4.1-2025-04-14',
  'gpt-4o-mini',
].map((id) => ({ id, object: 'model', created: 1_760_000_000, owned_by: 'vendor' }));

/** The same list in Ollama's format. All of these models think. */
const tags = models.map(({ id: name }) => ({ name, capabilities: ['completion', 'thinking'] }));

/** The dialects by the end of their path. */
const styles = [
  [/\/chat\/completions$/, openAiStyle],
  [/\/responses$/, responsesStyle],
  [/\/messages$/, anthropicStyle],
  [/:(?:streamG|g)enerateContent$/, geminiStyle],
] as const;

/** The smallest PNG: one transparent pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  try {
    if (type.startsWith('multipart/form-data')) return await readForm(bytes, type);
    return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Reads a form's fields. Files are read as name, type and bytes in base64. */
async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Record<string, unknown>> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, value]) =>
    typeof value === 'string'
      ? ([name, value] as const)
      : ([
          name,
          {
            name: value.name,
            type: value.type,
            data: Buffer.from(await value.arrayBuffer()).toString('base64'),
          },
        ] as const),
  );
  return Object.fromEntries(await Promise.all(fields));
}

/**
 * Starts a vendor on a loopback port. It supports the protocols of all the product's vendors, chosen by the path, and only
 * checks that there is a key.
 */
export async function startVendor({ port = 0 }: { readonly port?: number } = {}): Promise<FakeVendor> {
  const requests: RecordedRequest[] = [];
  const scripted: Behavior[] = [];
  let usual: Usual;

  const answer = async (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => {
    const path = request.url ?? '/';
    const [resource = ''] = path.split('?');
    const body = await readBody(request);
    const ended = new Promise<'answered' | 'left'>((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'answered' : 'left'));
    });
    const recorded = { method: request.method ?? '', path, headers: request.headers, body, ended };
    requests.push(recorded);
    const behavior = scripted.shift() ?? (typeof usual === 'function' ? usual(recorded) : usual);
    if (await refuse(response, behavior)) return;
    const exchange = { response, path, body, behavior, signal };
    const [, style] = styles.find(([end]) => end.test(resource)) ?? [];
    if (style) await answerChat(style, exchange);
    else if (resource.endsWith('/uncensored_chat')) await answerModelslab(exchange);
    else if (resource.endsWith('/models')) sendJson(response, 200, { object: 'list', data: models });
    else if (resource === '/api/tags') sendJson(response, 200, { models: tags });
    else if (resource.endsWith('/embeddings')) sendJson(response, 200, embeddingsOf(body));
    else if (resource.endsWith('/audio/transcriptions'))
      await sendWhole(exchange, {
        text: behaviorOfKind(behavior, 'reply')?.text ?? 'Hello from the microphone.',
      });
    else if (/\/images(?:\/generations)?$/.test(resource))
      sendJson(response, 200, { created: 1_760_000_000, data: [{ b64_json: pixel }] });
    else sendJson(response, 404, { error: { message: `Unknown path ${path}` } });
  };

  const server = createServer((request, response) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    answer(request, response, left.signal).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    endpoints: {
      deepinfra: `${url}/v1/openai/chat/completions`,
      openrouter: `${url}/api/v1/chat/completions`,
      openai: `${url}/v1/chat/completions`,
      ollama: `${url}/v1/chat/completions`,
      modelslab: `${url}/api/uncensored_chat`,
      'openai-responses': `${url}/v1/responses`,
      anthropic: `${url}/v1/messages`,
      gemini: `${url}/v1beta`,
    },
    requests,
    script: (...behaviors) => void scripted.push(...behaviors),
    always: (behavior) => {
      usual = behavior;
    },
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    reset: () => {
      requests.length = 0;
      scripted.length = 0;
      usual = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
