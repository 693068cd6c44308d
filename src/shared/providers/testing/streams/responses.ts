import { CompletionError } from '../../../completion/error.ts';
import { declinedError, interruptedError, invalidFormatError, noAnswerError } from '../../failures.ts';
import { streamVariants, samplePieces, sampleText } from './forms.ts';
import { formatNamedEvent as frame, recordStream, type RecordedStream } from './recorded-stream.ts';

type Fields = Readonly<Record<string, unknown>>;
const counts = {
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 12,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 21,
};
const response = (status: string, fields: Fields = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_760_000_000,
  status,
  error: null,
  incomplete_details: null,
  model: 'gpt-5-2025-08-07',
  output: [] as readonly unknown[],
  usage: null as unknown,
  ...fields,
});
const begin = [
  { type: 'response.created', response: response('in_progress') },
  { type: 'response.in_progress', response: response('in_progress') },
];
const item = (fields: Fields, index = 0) => ({
  type: 'response.output_item.added',
  output_index: index,
  item: { id: `item_${index}`, status: 'in_progress', ...fields },
});
const message = item({ type: 'message', role: 'assistant', content: [] });
const part = {
  type: 'response.content_part.added',
  output_index: 0,
  content_index: 0,
  part: { type: 'output_text', text: '' },
};
const textDelta = (delta: string) => ({
  type: 'response.output_text.delta',
  item_id: 'item_0',
  output_index: 0,
  content_index: 0,
  delta,
});
const textDone = (text: string) => [
  { type: 'response.output_text.done', output_index: 0, content_index: 0, text },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { type: 'message', content: [{ type: 'output_text', text }] },
  },
];
const textItem = (text: string) => [message, part, textDelta(text), ...textDone(text)];
const completed = (fields: Fields = {}) => ({
  type: 'response.completed',
  response: response('completed', { usage: counts, ...fields }),
});
const incomplete = (reason: string) => ({
  type: 'response.incomplete',
  response: response('incomplete', { usage: counts, incomplete_details: { reason } }),
});
const failedResponse = (code: string, text: string) => ({
  type: 'response.failed',
  response: response('failed', { error: { code, message: text } }),
});
const summarize = (index: number, delta: string) => [
  {
    type: 'response.reasoning_summary_part.added',
    summary_index: index,
    part: { type: 'summary_text', text: '' },
  },
  { type: 'response.reasoning_summary_text.delta', summary_index: index, delta },
  { type: 'response.reasoning_summary_text.done', summary_index: index, text: delta },
];
const reasoningItem = item({ type: 'reasoning', summary: [], encrypted_content: 'c2VjcmV0' });
const stream = (...events: readonly unknown[]) => events.map(frame).join('');
const apiError = (status: number, text: string) =>
  new CompletionError('api', `API error (${status}): ${text}`);

const output = [
  { type: 'reasoning', summary: [] },
  {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: sampleText, annotations: [] }],
  },
];

const forms = streamVariants({
  events: [
    ...begin,
    message,
    part,
    ...samplePieces.map(textDelta),
    ...textDone(sampleText),
    completed({ output }),
  ],
  frame,
  beforeFinish: 8,
  usage: [9, 12],
  whole: response('completed', { output, usage: counts }),
});

const usage = [9, 12] as const;
const yesReply = { text: 'Yes.', finishReason: 'stop', usage } as const;
const whole = (fields: Fields) => JSON.stringify(response('completed', { usage: counts, ...fields }));
const wholeMessage = (content: readonly Fields[]) => ({ type: 'message', role: 'assistant', content });

export const responsesStreams: readonly RecordedStream[] = [
  ...forms,
  recordStream(
    'a summary of the reasoning',
    stream(...begin, reasoningItem, ...summarize(0, 'Hm, 🤔.'), ...textItem('Yes.'), completed()),
    { ...yesReply, reasoning: 'Hm, 🤔.' },
  ),
  recordStream(
    'a summary in parts',
    stream(
      ...begin,
      reasoningItem,
      ...summarize(0, 'Hm.'),
      ...summarize(1, 'Yes?'),
      ...textItem('Yes.'),
      completed(),
    ),
    { ...yesReply, reasoning: 'Hm.\n\nYes?' },
  ),
  recordStream(
    'the reasoning of an open model',
    stream(
      ...begin,
      reasoningItem,
      { type: 'response.reasoning_text.delta', content_index: 0, delta: 'Hm.' },
      ...textItem('Yes.'),
      completed(),
    ),
    { ...yesReply, reasoning: 'Hm.' },
  ),
  recordStream(
    'reasoning that is not shown',
    stream(...begin, reasoningItem, ...textItem('Yes.'), completed()),
    yesReply,
  ),
  recordStream(
    'reasoning up to the limit',
    stream(...begin, reasoningItem, ...summarize(0, 'Hm.'), incomplete('max_output_tokens')),
    { text: '', reasoning: 'Hm.', error: noAnswerError(true) },
  ),
  recordStream(
    'hidden reasoning up to the limit',
    stream(...begin, reasoningItem, incomplete('max_output_tokens')),
    {
      text: '',
      error: noAnswerError(true),
    },
  ),
  recordStream(
    'cut at the limit',
    stream(...begin, message, part, textDelta('Ye'), incomplete('max_output_tokens')),
    {
      text: 'Ye',
      finishReason: 'length',
      usage,
    },
  ),
  recordStream(
    'filtered in the text',
    stream(...begin, message, part, textDelta('Ye'), incomplete('content_filter')),
    {
      text: 'Ye',
      finishReason: 'content_filter',
      usage,
    },
  ),
  recordStream('filtered before the first word', stream(...begin, incomplete('content_filter')), {
    text: '',
    error: declinedError(),
  }),
  recordStream(
    'incomplete for a new reason',
    stream(...begin, message, part, textDelta('Ye'), incomplete('steered')),
    {
      text: 'Ye',
      finishReason: 'unknown',
      usage,
    },
  ),
  recordStream(
    'a refusal',
    stream(
      ...begin,
      message,
      { type: 'response.refusal.delta', delta: 'I can’t ' },
      { type: 'response.refusal.delta', delta: 'help.' },
      { type: 'response.refusal.done', refusal: 'I can’t help.' },
      completed(),
    ),
    { ...yesReply, text: 'I can’t help.' },
  ),
  recordStream(
    'citations',
    stream(
      ...begin,
      message,
      part,
      textDelta('Ye'),
      { type: 'response.output_text.annotation.added', annotation: { type: 'url_citation' } },
      textDelta('s.'),
      completed(),
    ),
    yesReply,
  ),
  recordStream(
    'a search by the vendor',
    stream(
      ...begin,
      item({ type: 'web_search_call' }),
      { type: 'response.web_search_call.completed', output_index: 0 },
      ...textItem('Yes.'),
      completed(),
    ),
    yesReply,
  ),
  recordStream(
    'a call of a function, which is not read',
    stream(
      ...begin,
      ...textItem('Yes.'),
      item({ type: 'function_call', name: 'weather', arguments: '' }, 1),
      { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"city"' },
      completed(),
    ),
    yesReply,
  ),
  recordStream(
    'waiting in a queue',
    stream(
      { type: 'response.queued', response: response('queued') },
      ...begin,
      ...textItem('Yes.'),
      completed(),
    ),
    yesReply,
  ),
  recordStream('no usage', stream(...begin, ...textItem('Yes.'), completed({ usage: null })), {
    text: 'Yes.',
    finishReason: 'stop',
  }),
  recordStream('no start', stream(...textItem('Yes.'), completed()), yesReply),
  recordStream(
    'obfuscation of the lengths',
    stream(...begin, { ...textDelta('Yes.'), obfuscation: 'Jx8Ff' }, completed()),
    yesReply,
  ),
  recordStream(
    'an end while it is in progress',
    stream(...begin, ...textItem('Yes.'), { type: 'response.completed', response: response('in_progress') }),
    { text: 'Yes.', error: interruptedError() },
  ),
  recordStream(
    'a failure before the first word',
    stream(...begin, failedResponse('server_error', 'It broke')),
    {
      text: '',
      error: apiError(500, 'It broke'),
    },
  ),
  recordStream(
    'a failure in the text',
    stream(...begin, message, part, textDelta('Ye'), failedResponse('rate_limit_exceeded', 'Slow down')),
    { text: 'Ye', error: apiError(429, 'Slow down') },
  ),
  recordStream(
    'an error event as documented',
    stream(...begin, {
      type: 'error',
      code: 'server_error',
      message: 'It broke',
      param: null,
      sequence_number: 3,
    }),
    { text: '', error: apiError(500, 'It broke') },
  ),
  recordStream(
    'an error event with an object, then the failure',
    stream(
      ...begin,
      message,
      part,
      textDelta('Ye'),
      { type: 'error', error: { type: 'server_error', code: 'server_error', message: 'It broke' } },
      failedResponse('server_error', 'It broke'),
    ),
    { text: 'Ye', error: apiError(500, 'It broke') },
  ),
  recordStream(
    'a whole reply with a summary',
    whole({
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        wholeMessage([{ type: 'output_text', text: 'Yes.' }]),
      ],
    }),
    { ...yesReply, reasoning: 'Hm.' },
    'application/json',
  ),
  recordStream(
    'a whole refusal',
    whole({ output: [wholeMessage([{ type: 'refusal', refusal: 'I can’t help.' }])] }),
    { ...yesReply, text: 'I can’t help.' },
    'application/json',
  ),
  recordStream(
    'a whole failure',
    JSON.stringify(response('failed', { error: { code: 'server_error', message: 'It broke' } })),
    { text: '', error: apiError(500, 'It broke') },
    'application/json',
  ),
  recordStream(
    'a delta of another form',
    stream(...begin, { type: 'response.output_text.delta', delta: { text: 'Yes.' } }),
    { text: '', error: invalidFormatError() },
  ),
];
