import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';

// The vendors' official clients can read the fake vendor's replies, which shows that they are realistic.

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const openai = () => new OpenAI({ baseURL: `${vendor.url}/v1`, apiKey: 'k', maxRetries: 0 });
const anthropic = () => new Anthropic({ baseURL: vendor.url, apiKey: 'k', maxRetries: 0 });
const google = () => new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: vendor.url } });

const question = 'Hello there';
const messages = [{ role: 'user' as const, content: question }];

interface ClientResult {
  readonly text: string;
  readonly reasoning: string;
  readonly reason: string | null | undefined;
  readonly tokens: readonly (number | undefined)[];
}

interface Oracle {
  readonly stream: () => Promise<ClientResult>;
  readonly whole: () => Promise<ClientResult>;
  /** The client's class of HTTP errors. */
  readonly errors: new (...given: never) => Error;
  /** The client's finish reasons for a complete answer and for one cut off at its limit. */
  readonly reasons: readonly [string, string];
}

const openAiChat: Oracle = {
  stream: async () => {
    let [text, reasoning] = ['', ''];
    let reason: string | null = null;
    let tokens: ClientResult['tokens'] = [];
    const chunks = await openai().chat.completions.create({
      model: 'm',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const { choices, usage } of chunks) {
      const delta = choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined;
      text += delta?.content ?? '';
      reasoning += delta?.reasoning_content ?? '';
      reason = choices[0]?.finish_reason ?? reason;
      if (usage) tokens = [usage.prompt_tokens, usage.completion_tokens];
    }
    return { text, reasoning, reason, tokens };
  },
  whole: async () => {
    const { choices, usage } = await openai().chat.completions.create({ model: 'm', messages });
    const message = choices[0]?.message as { content: string | null; reasoning_content?: string };
    return {
      text: message.content ?? '',
      reasoning: message.reasoning_content ?? '',
      reason: choices[0]?.finish_reason,
      tokens: [usage?.prompt_tokens, usage?.completion_tokens],
    };
  },
  errors: OpenAI.APIError,
  reasons: ['stop', 'length'],
};

function readResponse(response: OpenAI.Responses.Response): ClientResult {
  const summaries = response.output.flatMap((item) => (item.type === 'reasoning' ? item.summary : []));
  return {
    text: response.output_text,
    reasoning: summaries.map(({ text }) => text).join(''),
    reason: response.incomplete_details?.reason ?? response.status,
    tokens: [response.usage?.input_tokens, response.usage?.output_tokens],
  };
}

const openAiResponses: Oracle = {
  stream: async () => {
    let [text, reasoning] = ['', ''];
    const stream = openai().responses.stream({ model: 'm', input: messages });
    stream.on('response.output_text.delta', ({ delta }) => (text += delta));
    stream.on('response.reasoning_summary_text.delta', ({ delta }) => (reasoning += delta));
    return { ...readResponse(await stream.finalResponse()), text, reasoning };
  },
  whole: async () => readResponse(await openai().responses.create({ model: 'm', input: messages })),
  errors: OpenAI.APIError,
  reasons: ['completed', 'max_output_tokens'],
};

function readMessage({ content, stop_reason, usage }: Anthropic.Message): ClientResult {
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    reason: stop_reason,
    tokens: [usage.input_tokens, usage.output_tokens],
  };
}

const claude: Oracle = {
  stream: async () =>
    readMessage(await anthropic().messages.stream({ model: 'm', max_tokens: 9, messages }).finalMessage()),
  whole: async () => readMessage(await anthropic().messages.create({ model: 'm', max_tokens: 9, messages })),
  errors: Anthropic.APIError,
  reasons: ['end_turn', 'max_tokens'],
};

type Generated = Awaited<ReturnType<GoogleGenAI['models']['generateContent']>>;
const readGenerated = (pieces: readonly Generated[]): ClientResult => {
  const parts = pieces.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const join = (isThought: boolean) =>
    parts.map(({ text, thought }) => ((thought ?? false) === isThought ? text : '')).join('');
  const last = pieces.at(-1);
  return {
    text: join(false),
    reasoning: join(true),
    reason: last?.candidates?.[0]?.finishReason,
    tokens: [last?.usageMetadata?.promptTokenCount, last?.usageMetadata?.candidatesTokenCount],
  };
};

const gemini: Oracle = {
  stream: async () => {
    const pieces: Generated[] = [];
    const stream = await google().models.generateContentStream({ model: 'm', contents: question });
    for await (const piece of stream) pieces.push(piece);
    return readGenerated(pieces);
  },
  whole: async () =>
    readGenerated([await google().models.generateContent({ model: 'm', contents: question })]),
  errors: ApiError,
  reasons: ['STOP', 'MAX_TOKENS'],
};

describe.each([
  ['chat completions', openAiChat],
  ['responses', openAiResponses],
  ['messages', claude],
  ['generated content', gemini],
])("the fake vendor's %s", (_, { stream, whole, errors, reasons }) => {
  const ways = [stream, whole];

  it('are read by the official client, streamed and whole', async () => {
    for (const read of ways) {
      vendor.script({ kind: 'reply', reasoning: 'Let me think.', text: 'Yes, indeed.' });
      expect(await read()).toEqual({
        text: 'Yes, indeed.',
        reasoning: 'Let me think.',
        reason: reasons[0],
        tokens: [2, 2],
      });
      expect(await read()).toMatchObject({ text: 'You said: Hello there', reasoning: '' });
    }
  });

  it('report that they were cut off at their limit', async () => {
    for (const read of ways) {
      vendor.script({ kind: 'reply', text: 'Yes,', finishReason: 'length' });
      expect(await read()).toMatchObject({ text: 'Yes,', reason: reasons[1] });
    }
  });

  it.each([400, 401, 404, 429, 500, 503, 529])(
    "make the client throw the vendor's error for %i",
    async (status) => {
      const error = { message: 'No', type: 'invalid_request_error', code: status, status: 'NO' };
      for (const read of ways) {
        vendor.script({ kind: 'status', status, body: { type: 'error', error } });
        const thrown = await read().catch((failure: unknown) => failure);
        expect(thrown).toBeInstanceOf(errors);
        expect(thrown).toMatchObject({ status });
      }
    },
  );

  it('make the client throw for an error in the stream', async () => {
    const error = { message: 'It broke', type: 'server_error', code: 500, status: 'INTERNAL' };
    vendor.script({ kind: 'error-event', after: 1, error });
    await expect(stream()).rejects.toThrow('It broke');
  });
});
