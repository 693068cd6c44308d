import { CompletionError } from '../../../completion/error.ts';
import { declinedError, interruptedError, invalidFormatError, noAnswerError } from '../../failures.ts';
import { streamVariants, samplePieces, sampleText } from './forms.ts';
import { formatNamedEvent as frame, recordStream, type RecordedStream } from './recorded-stream.ts';

type Fields = Readonly<Record<string, unknown>>;
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [] as readonly unknown[],
  stop_reason: null as string | null,
  stop_sequence: null,
};
const begin = (usage: Fields = { input_tokens: 9, output_tokens: 1 }) => ({
  type: 'message_start',
  message: { ...message, usage },
});
const open = (content_block: Fields, index = 0) => ({ type: 'content_block_start', index, content_block });
const add = (delta: Fields, index = 0) => ({ type: 'content_block_delta', index, delta });
const close = (index = 0) => ({ type: 'content_block_stop', index });
const end = (stop_reason: string | null, usage: Fields = { output_tokens: 12 }) => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});
const messageStop = { type: 'message_stop' };
const textBlock = (text: string, index = 0) => [
  open({ type: 'text', text: '' }, index),
  add({ type: 'text_delta', text }, index),
  close(index),
];
const stream = (...events: readonly unknown[]) => events.map(frame).join('');
const failure = (type: string, text: string) => ({ type: 'error', error: { type, message: text } });
const apiError = (status: number, text: string) =>
  new CompletionError('api', `API error (${status}): ${text}`);

const forms = streamVariants({
  events: [
    begin(),
    open({ type: 'text', text: '' }),
    { type: 'ping' },
    ...samplePieces.map((text) => add({ type: 'text_delta', text })),
    close(),
    end('end_turn'),
    messageStop,
  ],
  frame,
  beforeFinish: 6,
  usage: [9, 12],
  whole: {
    ...message,
    content: [{ type: 'text', text: sampleText }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 9, output_tokens: 12 },
  },
});

const usage = [9, 12] as const;
const yesReply = { text: 'Yes.', finishReason: 'stop', usage } as const;
const thinkingBlock = (thinking: string) => [
  open({ type: 'thinking', thinking: '', signature: '' }),
  ...(thinking === '' ? [] : [add({ type: 'thinking_delta', thinking })]),
  add({ type: 'signature_delta', signature: 'c2lnbmF0dXJl' }),
  close(),
];
const tool = [
  open({ type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }, 1),
  add({ type: 'input_json_delta', partial_json: '{"city": "Ł' }, 1),
  add({ type: 'input_json_delta', partial_json: 'ódź"}' }, 1),
  close(1),
];

export const anthropicStreams: readonly RecordedStream[] = [
  ...forms,
  recordStream(
    'thinking with a signature',
    stream(begin(), ...thinkingBlock('Hm, 🤔.'), ...textBlock('Yes.', 1), end('end_turn'), messageStop),
    { ...yesReply, reasoning: 'Hm, 🤔.' },
  ),
  recordStream(
    'thinking that is not shown',
    stream(begin(), ...thinkingBlock(''), ...textBlock('Yes.', 1), end('end_turn'), messageStop),
    yesReply,
  ),
  recordStream(
    'thinking that is encrypted',
    stream(
      begin(),
      open({ type: 'redacted_thinking', data: 'c2VjcmV0' }),
      close(),
      ...textBlock('Yes.', 1),
      end('end_turn'),
      messageStop,
    ),
    yesReply,
  ),
  recordStream(
    'thinking up to the limit',
    stream(begin(), ...thinkingBlock('Hm.'), end('max_tokens'), messageStop),
    {
      text: '',
      reasoning: 'Hm.',
      error: noAnswerError(true),
    },
  ),
  recordStream(
    'cited sentences in blocks',
    stream(
      begin(),
      ...textBlock('The sky '),
      ...textBlock('is blue', 1),
      add({ type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } }, 1),
      ...textBlock('.', 2),
      end('end_turn'),
      messageStop,
    ),
    { ...yesReply, text: 'The sky is blue.' },
  ),
  recordStream(
    'text at the start of a block',
    stream(
      begin(),
      open({ type: 'text', text: 'Ye' }),
      add({ type: 'text_delta', text: 's.' }),
      close(),
      end('end_turn'),
      messageStop,
    ),
    yesReply,
  ),
  recordStream(
    'a call of a tool, which is not read',
    stream(begin(), ...textBlock('Yes.'), ...tool, end('tool_use'), messageStop),
    { ...yesReply, finishReason: 'unknown' },
  ),
  recordStream(
    'a search by the vendor',
    stream(
      begin(),
      open({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
      close(),
      open({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, 1),
      close(1),
      ...textBlock('Yes.', 2),
      end('end_turn'),
      messageStop,
    ),
    yesReply,
  ),
  recordStream('a pause', stream(begin(), ...textBlock('Yes.'), end('pause_turn'), messageStop), {
    ...yesReply,
    finishReason: 'unknown',
  }),
  recordStream(
    'a stop sequence',
    stream(begin(), ...textBlock('Yes.'), end('stop_sequence'), messageStop),
    yesReply,
  ),
  recordStream('cut at the limit', stream(begin(), ...textBlock('Ye'), end('max_tokens'), messageStop), {
    text: 'Ye',
    finishReason: 'length',
    usage,
  }),
  recordStream(
    'cut at the context',
    stream(begin(), ...textBlock('Ye'), end('model_context_window_exceeded'), messageStop),
    {
      text: 'Ye',
      finishReason: 'length',
      usage,
    },
  ),
  recordStream(
    'a refusal in the text',
    stream(begin(), ...textBlock('I was ab'), end('refusal'), messageStop),
    {
      text: 'I was ab',
      finishReason: 'content_filter',
      usage,
    },
  ),
  recordStream('a refusal without a word', stream(begin(), end('refusal'), messageStop), {
    text: '',
    error: declinedError(),
  }),
  recordStream(
    'cached tokens',
    stream(
      begin({
        input_tokens: 4,
        cache_creation_input_tokens: 3,
        cache_read_input_tokens: 2,
        output_tokens: 1,
      }),
      ...textBlock('Yes.'),
      end('end_turn'),
      messageStop,
    ),
    yesReply,
  ),
  recordStream(
    'usage that is corrected at the end',
    stream(
      begin({ input_tokens: 2, output_tokens: 1 }),
      ...textBlock('Yes.'),
      end(null, { output_tokens: 3 }),
      end('end_turn', { input_tokens: 9, output_tokens: 12 }),
      messageStop,
    ),
    yesReply,
  ),
  recordStream(
    'no usage',
    stream(
      { type: 'message_start', message },
      ...textBlock('Yes.'),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      messageStop,
    ),
    { text: 'Yes.', finishReason: 'stop' },
  ),
  recordStream(
    'no start',
    stream(...textBlock('Yes.'), end('end_turn', { input_tokens: 9, output_tokens: 12 }), messageStop),
    yesReply,
  ),
  recordStream('an end without a reason', stream(begin(), ...textBlock('Yes.'), messageStop), {
    text: 'Yes.',
    error: interruptedError(),
  }),
  recordStream(
    'an overload before the first word',
    stream(begin(), failure('overloaded_error', 'Overloaded')),
    {
      text: '',
      error: apiError(529, 'Overloaded'),
    },
  ),
  recordStream(
    'an overload in the text',
    stream(begin(), ...textBlock('Ye'), failure('overloaded_error', 'Overloaded')),
    { text: 'Ye', error: apiError(529, 'Overloaded') },
  ),
  recordStream(
    'an error instead of a message',
    JSON.stringify(failure('api_error', 'Internal server error')),
    { text: '', error: apiError(500, 'Internal server error') },
    'application/json',
  ),
  recordStream('a block of another form', stream(begin(), open({ type: 'text', text: ['Yes.'] })), {
    text: '',
    error: invalidFormatError(),
  }),
];
