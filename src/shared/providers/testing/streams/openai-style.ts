import { CompletionError } from '../../../completion/error.ts';
import { declinedError, interruptedError, invalidFormatError, noAnswerError } from '../../failures.ts';
import { streamVariants, samplePieces, sampleText } from './forms.ts';
import { formatDataEvent, recordStream, type RecordedStream } from './recorded-stream.ts';

type Fields = Readonly<Record<string, unknown>>;
const chunk = (fields: Fields) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'm',
  ...fields,
});
const choice = (delta: unknown, finish_reason: string | null = null) => ({ index: 0, delta, finish_reason });
const piece = (delta: unknown, finish: string | null = null) =>
  formatDataEvent(chunk({ choices: [choice(delta, finish)] }));
const textPiece = (content: string) => piece({ content });
const stop = piece({}, 'stop');
const done = 'data: [DONE]\n\n';
const usage = { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 };
const apiError = (message: string, status: number) =>
  new CompletionError('api', `API error (${status}): ${message}`);
const event = (fields: Fields) => formatDataEvent(chunk(fields));

const forms = streamVariants({
  events: [
    chunk({ choices: [choice({ role: 'assistant', content: '', refusal: null })] }),
    ...samplePieces.map((content) => chunk({ choices: [choice({ content })] })),
    chunk({ choices: [choice({}, 'stop')], usage: null }),
    chunk({ choices: [], usage }),
  ],
  frame: formatDataEvent,
  last: done,
  beforeFinish: 3,
  usage: [9, 12],
  whole: {
    ...chunk({ object: 'chat.completion' }),
    choices: [
      { index: 0, message: { role: 'assistant', content: sampleText, refusal: null }, finish_reason: 'stop' },
    ],
    usage,
  },
});

const yesReply = { text: 'Yes.', finishReason: 'stop' } as const;
const reasonedReply = { ...yesReply, reasoning: 'Hm, 🤔.' } as const;

/** The fields in which vendors send reasoning. */
const reasoning: readonly RecordedStream[] = [
  recordStream(
    'DeepSeek: reasoning_content',
    piece({ content: null, reasoning_content: 'Hm, 🤔.' }) + textPiece('Yes.') + stop + done,
    reasonedReply,
  ),
  recordStream(
    'Groq: reasoning',
    piece({ reasoning: 'Hm, ', channel: 'analysis' }) +
      piece({ reasoning: '🤔.' }) +
      textPiece('Yes.') +
      stop +
      done,
    reasonedReply,
  ),
  recordStream(
    'vLLM: both names',
    piece({ reasoning: 'Hm, 🤔.', reasoning_content: 'Hm, 🤔.' }) + textPiece('Yes.') + stop + done,
    reasonedReply,
  ),
  recordStream(
    'OpenRouter: details with the same words',
    piece({
      content: '',
      reasoning: 'Hm, 🤔.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm, 🤔.', index: 0 }],
    }) +
      piece({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'c2VjcmV0' }] }) +
      textPiece('Yes.') +
      stop +
      done,
    reasonedReply,
  ),
  recordStream(
    'tags in the text',
    textPiece('<thi') +
      textPiece('nk>\nHm, 🤔.</th') +
      textPiece('ink>\n\nYe') +
      textPiece('s.') +
      stop +
      done,
    { ...yesReply, reasoning: 'Hm, 🤔.' },
  ),
  recordStream(
    'Mistral: typed parts',
    piece({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm, 🤔.' }] }] }) +
      textPiece('Ye') +
      piece({ content: [{ type: 'text', text: 's.' }] }) +
      stop +
      done,
    reasonedReply,
  ),
  recordStream('reasoning without an answer', piece({ reasoning_content: 'Hm.' }) + stop + done, {
    text: '',
    reasoning: 'Hm.',
    error: noAnswerError(false),
  }),
  recordStream('reasoning up to the limit', piece({ reasoning: 'Hm.' }) + piece({}, 'length') + done, {
    text: '',
    reasoning: 'Hm.',
    error: noAnswerError(true),
  }),
];

const endings: readonly RecordedStream[] = [
  recordStream('no usage', textPiece('Yes.') + stop + done, yesReply),
  recordStream(
    'xAI: usage in every chunk, the last one counts',
    event({ choices: [choice({ content: 'Yes.' })], usage: { ...usage, completion_tokens: 1 } }) +
      event({ choices: [choice({}, 'stop')], usage }) +
      done,
    { ...yesReply, usage: [9, 12] },
  ),
  recordStream(
    'Groq: usage twice',
    textPiece('Yes.') +
      event({ choices: [choice({}, 'stop')], x_groq: { id: 'req_1', usage } }) +
      event({ choices: [], usage }) +
      done,
    { ...yesReply, usage: [9, 12] },
  ),
  recordStream(
    'usage of another form',
    textPiece('Yes.') +
      event({ choices: [choice({}, 'stop')], usage: { prompt_tokens: -1, completion_tokens: 'many' } }) +
      done,
    yesReply,
  ),
  recordStream('the finish reason beside the last text', piece({ content: 'Yes.' }, 'stop') + done, yesReply),
  recordStream('cut at the limit', textPiece('Ye') + piece({}, 'length') + done, {
    text: 'Ye',
    finishReason: 'length',
  }),
  recordStream(
    'Azure: filtered after the end',
    textPiece('Yes.') + stop + piece(null, 'content_filter') + done,
    {
      ...yesReply,
      finishReason: 'content_filter',
    },
  ),
  recordStream('filtered before the first word', piece({}, 'content_filter') + done, {
    text: '',
    error: declinedError(),
  }),
  recordStream(
    'a refusal',
    piece({ content: null, refusal: 'I can’t ' }) + piece({ refusal: 'help.' }) + stop + done,
    { text: 'I can’t help.', finishReason: 'stop' },
  ),
  recordStream('no reason before [DONE]', textPiece('Yes.') + done, {
    text: 'Yes.',
    finishReason: 'unknown',
  }),
  recordStream(
    'Ollama: an error lost on its way',
    textPiece('Yes.') + event({ model: '', choices: [choice({ content: '' })] }),
    { text: 'Yes.', error: interruptedError() },
  ),
];

const others: readonly RecordedStream[] = [
  recordStream(
    'Azure: first a chunk without a choice',
    event({ id: '', model: '', object: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] }) +
      event({ choices: [{ index: 0, finish_reason: null, content_filter_results: {} }] }) +
      textPiece('Yes.') +
      stop +
      done,
    yesReply,
  ),
  recordStream(
    'an emoji cut into two escapes',
    String.raw`data: {"choices":[{"delta":{"content":"\ud83d"}}]}` +
      '\n\n' +
      String.raw`data: {"choices":[{"delta":{"content":"\ude80"}}]}` +
      '\n\n' +
      stop +
      done,
    { text: '🚀', finishReason: 'stop' },
  ),
  recordStream(
    'OpenRouter: comments while it waits',
    `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${textPiece('Yes.')}${stop}${done}`,
    yesReply,
  ),
  recordStream(
    'null for what is missing',
    event({ choices: null, usage: null }) +
      piece(null) +
      piece({ content: null, tool_calls: null }) +
      textPiece('Yes.') +
      stop +
      done,
    yesReply,
  ),
  recordStream(
    'an error instead of the first word',
    formatDataEvent({ error: { message: 'Slow down', code: 429 } }),
    {
      text: '',
      error: apiError('Slow down', 429),
    },
  ),
  recordStream(
    'OpenRouter: an error in the text',
    textPiece('Ye') +
      event({
        error: { code: 502, message: 'Provider disconnected' },
        choices: [choice({ content: '' }, 'error')],
      }),
    { text: 'Ye', error: apiError('Provider disconnected', 502) },
  ),
  recordStream(
    'Groq: an error in its own field',
    textPiece('Ye') +
      event({ choices: [choice({})], x_groq: { id: 'req_1', error: 'over capacity' } }) +
      done,
    { text: 'Ye', error: apiError('over capacity', 500) },
  ),
  recordStream(
    'DeepSeek: no resources left',
    textPiece('Ye') + piece({}, 'insufficient_system_resource') + done,
    {
      text: 'Ye',
      error: apiError('insufficient_system_resource', 503),
    },
  ),
  recordStream(
    'LM Studio: a named error',
    `${textPiece('Ye')}event: error\n${formatDataEvent({ error: { message: 'Out of memory' } })}`,
    { text: 'Ye', error: apiError('Out of memory', 500) },
  ),
  recordStream(
    'LM Studio: a wrong path',
    JSON.stringify({ error: 'Unexpected endpoint' }),
    { text: '', error: apiError('Unexpected endpoint', 500) },
    'application/json',
  ),
  // The reader ignores unknown fields, so it does not see the error.
  recordStream(
    'llama.cpp: an error in an unknown field',
    `${textPiece('Ye')}error: {"code":500,"message":"slot unavailable"}\n\n${done}`,
    { text: 'Ye', finishReason: 'unknown' },
  ),
  recordStream('choices of another form', event({ choices: 'none' }), {
    text: '',
    error: invalidFormatError(),
  }),
];

export const openAiStyleStreams: readonly RecordedStream[] = [...forms, ...reasoning, ...endings, ...others];
