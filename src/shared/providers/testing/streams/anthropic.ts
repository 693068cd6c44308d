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
const over = { type: 'message_stop' };
const say = (text: string, index = 0) => [
  open({ type: 'text', text: '' }, index),
  add({ type: 'text_delta', text }, index),
  close(index),
];
const stream = (...events: readonly unknown[]) => events.map(frame).join('');
const failure = (type: string, text: string) => ({ type: 'error', error: { type, message: text } });
const failed = (status: number, text: string) => new CompletionError('api', `API error (${status}): ${text}`);

const forms = streamVariants({
  events: [
    begin(),
    open({ type: 'text', text: '' }),
    { type: 'ping' },
    ...samplePieces.map((text) => add({ type: 'text_delta', text })),
    close(),
    end('end_turn'),
    over,
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
const yes = { text: 'Yes.', finishReason: 'stop', usage } as const;
const think = (thinking: string) => [
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
    stream(begin(), ...think('Hm, 🤔.'), ...say('Yes.', 1), end('end_turn'), over),
    { ...yes, reasoning: 'Hm, 🤔.' },
  ),
  recordStream(
    'thinking that is not shown',
    stream(begin(), ...think(''), ...say('Yes.', 1), end('end_turn'), over),
    yes,
  ),
  recordStream(
    'thinking that is encrypted',
    stream(
      begin(),
      open({ type: 'redacted_thinking', data: 'c2VjcmV0' }),
      close(),
      ...say('Yes.', 1),
      end('end_turn'),
      over,
    ),
    yes,
  ),
  recordStream('thinking up to the limit', stream(begin(), ...think('Hm.'), end('max_tokens'), over), {
    text: '',
    reasoning: 'Hm.',
    error: noAnswerError(true),
  }),
  recordStream(
    'cited sentences in blocks',
    stream(
      begin(),
      ...say('The sky '),
      ...say('is blue', 1),
      add({ type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } }, 1),
      ...say('.', 2),
      end('end_turn'),
      over,
    ),
    { ...yes, text: 'The sky is blue.' },
  ),
  recordStream(
    'text at the start of a block',
    stream(
      begin(),
      open({ type: 'text', text: 'Ye' }),
      add({ type: 'text_delta', text: 's.' }),
      close(),
      end('end_turn'),
      over,
    ),
    yes,
  ),
  recordStream(
    'a call of a tool, which is not read',
    stream(begin(), ...say('Yes.'), ...tool, end('tool_use'), over),
    { ...yes, finishReason: 'unknown' },
  ),
  recordStream(
    'a search by the vendor',
    stream(
      begin(),
      open({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
      close(),
      open({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, 1),
      close(1),
      ...say('Yes.', 2),
      end('end_turn'),
      over,
    ),
    yes,
  ),
  recordStream('a pause', stream(begin(), ...say('Yes.'), end('pause_turn'), over), {
    ...yes,
    finishReason: 'unknown',
  }),
  recordStream('a stop sequence', stream(begin(), ...say('Yes.'), end('stop_sequence'), over), yes),
  recordStream('cut at the limit', stream(begin(), ...say('Ye'), end('max_tokens'), over), {
    text: 'Ye',
    finishReason: 'length',
    usage,
  }),
  recordStream(
    'cut at the context',
    stream(begin(), ...say('Ye'), end('model_context_window_exceeded'), over),
    {
      text: 'Ye',
      finishReason: 'length',
      usage,
    },
  ),
  recordStream('a refusal in the text', stream(begin(), ...say('I was ab'), end('refusal'), over), {
    text: 'I was ab',
    finishReason: 'content_filter',
    usage,
  }),
  recordStream('a refusal without a word', stream(begin(), end('refusal'), over), {
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
      ...say('Yes.'),
      end('end_turn'),
      over,
    ),
    yes,
  ),
  recordStream(
    'usage that is corrected at the end',
    stream(
      begin({ input_tokens: 2, output_tokens: 1 }),
      ...say('Yes.'),
      end(null, { output_tokens: 3 }),
      end('end_turn', { input_tokens: 9, output_tokens: 12 }),
      over,
    ),
    yes,
  ),
  recordStream(
    'no usage',
    stream(
      { type: 'message_start', message },
      ...say('Yes.'),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      over,
    ),
    { text: 'Yes.', finishReason: 'stop' },
  ),
  recordStream(
    'no start',
    stream(...say('Yes.'), end('end_turn', { input_tokens: 9, output_tokens: 12 }), over),
    yes,
  ),
  recordStream('an end without a reason', stream(begin(), ...say('Yes.'), over), {
    text: 'Yes.',
    error: interruptedError(),
  }),
  recordStream(
    'an overload before the first word',
    stream(begin(), failure('overloaded_error', 'Overloaded')),
    {
      text: '',
      error: failed(529, 'Overloaded'),
    },
  ),
  recordStream(
    'an overload in the text',
    stream(begin(), ...say('Ye'), failure('overloaded_error', 'Overloaded')),
    { text: 'Ye', error: failed(529, 'Overloaded') },
  ),
  recordStream(
    'an error instead of a message',
    JSON.stringify(failure('api_error', 'Internal server error')),
    { text: '', error: failed(500, 'Internal server error') },
    'application/json',
  ),
  recordStream('a block of another form', stream(begin(), open({ type: 'text', text: ['Yes.'] })), {
    text: '',
    error: invalidFormatError(),
  }),
];
