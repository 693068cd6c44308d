import { CompletionError } from '../../../completion/error.ts';
import { declinedError, interruptedError, invalidFormatError, noAnswerError } from '../../failures.ts';
import { streamVariants, samplePieces, sampleText } from './forms.ts';
import { formatDataEvent as frame, recordStream, type RecordedStream } from './recorded-stream.ts';

type Fields = Readonly<Record<string, unknown>>;
const counts = { promptTokenCount: 9, candidatesTokenCount: 12, totalTokenCount: 21 };
const reply = (
  parts: readonly Fields[] | undefined,
  finishReason?: string,
  usageMetadata: unknown = counts,
) => ({
  candidates: [
    { ...(parts && { content: { parts, role: 'model' } }), ...(finishReason && { finishReason }), index: 0 },
  ],
  usageMetadata,
  modelVersion: 'gemini-2.5-flash',
  responseId: 'r-1',
});
const textReply = (text: string, finishReason?: string) => reply([{ text }], finishReason);
const stream = (...events: readonly unknown[]) => events.map(frame).join('');
const apiError = (status: number, text: string) =>
  new CompletionError('api', `API error (${status}): ${text}`);
const failure = (code: number, status: string, message: string) => ({ error: { code, message, status } });

const forms = streamVariants({
  events: [...samplePieces.map((text) => textReply(text)), reply([{ text: '' }], 'STOP')],
  frame,
  beforeFinish: 2,
  usage: [9, 12],
  whole: reply([{ text: sampleText }], 'STOP'),
});

const usage = [9, 12] as const;
const yesReply = { text: 'Yes.', finishReason: 'stop', usage } as const;
const filtered = (reason: string) =>
  recordStream(`ended for ${reason}`, stream(textReply('Ye'), reply(undefined, reason)), {
    text: 'Ye',
    finishReason: 'content_filter',
    usage,
  });

export const geminiStreams: readonly RecordedStream[] = [
  ...forms,
  recordStream(
    'the finish reason beside the last text',
    stream(textReply('Ye'), textReply('s.', 'STOP')),
    yesReply,
  ),
  recordStream(
    'thoughts',
    stream(
      reply([{ text: 'Hm, ', thought: true }]),
      reply([{ text: '🤔.', thought: true }]),
      textReply('Yes.', 'STOP'),
    ),
    { ...yesReply, reasoning: 'Hm, 🤔.' },
  ),
  recordStream(
    'thoughts and answer in one event',
    stream(reply([{ text: 'Hm.', thought: true }, { text: 'Yes.' }], 'STOP')),
    { ...yesReply, reasoning: 'Hm.' },
  ),
  recordStream(
    'a signature in a last part without text',
    stream(textReply('Yes.'), reply([{ text: '', thoughtSignature: 'c2lnbmF0dXJl' }], 'STOP')),
    yesReply,
  ),
  recordStream(
    'thoughts are counted beside the answer',
    stream(
      textReply('Ye'),
      reply([{ text: 's.' }], 'STOP', { ...counts, candidatesTokenCount: 5, thoughtsTokenCount: 7 }),
    ),
    yesReply,
  ),
  recordStream(
    'thoughts up to the limit',
    stream(reply([{ text: 'Hm.', thought: true }]), reply(undefined, 'MAX_TOKENS')),
    { text: '', reasoning: 'Hm.', error: noAnswerError(true) },
  ),
  recordStream('hidden thoughts up to the limit', stream(reply(undefined, 'MAX_TOKENS')), {
    text: '',
    error: noAnswerError(true),
  }),
  recordStream('cut at the limit', stream(textReply('Ye', 'MAX_TOKENS')), {
    text: 'Ye',
    finishReason: 'length',
    usage,
  }),
  ...['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'SPII', 'BLOCKLIST', 'LANGUAGE'].map(filtered),
  recordStream('stopped for safety before the first word', stream(reply(undefined, 'SAFETY')), {
    text: '',
    error: declinedError(),
  }),
  recordStream(
    'a blocked prompt',
    stream({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } }),
    { text: '', error: declinedError() },
  ),
  recordStream(
    'a call of a function, which is not read',
    stream(textReply('Yes.'), reply([{ functionCall: { name: 'weather', args: { city: 'Łódź' } } }], 'STOP')),
    yesReply,
  ),
  recordStream('a call that failed', stream(textReply('Yes.'), reply(undefined, 'MALFORMED_FUNCTION_CALL')), {
    ...yesReply,
    finishReason: 'unknown',
  }),
  recordStream(
    'code that the vendor ran',
    stream(
      reply(
        [
          { executableCode: { language: 'PYTHON', code: '1' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK' } },
          { text: 'Yes.' },
        ],
        'STOP',
      ),
    ),
    yesReply,
  ),
  recordStream(
    'sources of a search',
    stream({ ...textReply('Yes.', 'STOP'), groundingMetadata: { webSearchQueries: ['x'] } }),
    yesReply,
  ),
  recordStream(
    'no usage',
    stream({ candidates: [{ content: { parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }] }),
    { text: 'Yes.', finishReason: 'stop' },
  ),
  recordStream(
    'usage without the reply',
    stream(reply([{ text: 'Yes.' }], 'STOP', { promptTokenCount: 9 })),
    {
      text: 'Yes.',
      finishReason: 'stop',
    },
  ),
  recordStream(
    'an event without a candidate',
    stream({ usageMetadata: counts }, textReply('Yes.', 'STOP')),
    yesReply,
  ),
  recordStream(
    'an emoji cut into two escapes',
    String.raw`data: {"candidates":[{"content":{"parts":[{"text":"\ud83d"}]}}]}` +
      '\n\n' +
      String.raw`data: {"candidates":[{"content":{"parts":[{"text":"\ude80"}]},"finishReason":"STOP"}]}` +
      '\n\n',
    { text: '🚀', finishReason: 'stop' },
  ),
  recordStream('an overload before the first word', stream(failure(503, 'UNAVAILABLE', 'Overloaded')), {
    text: '',
    error: apiError(503, 'Overloaded'),
  }),
  recordStream(
    'an overload in the text',
    stream(textReply('Ye'), failure(503, 'UNAVAILABLE', 'Overloaded')),
    {
      text: 'Ye',
      error: apiError(503, 'Overloaded'),
    },
  ),
  recordStream(
    'an error in a list',
    JSON.stringify([failure(500, 'INTERNAL', 'Internal error')]),
    { text: '', error: apiError(500, 'Internal error') },
    'application/json',
  ),
  recordStream(
    'a stream as a list',
    JSON.stringify([textReply('Ye'), textReply('s.', 'STOP')]),
    { text: '', error: invalidFormatError() },
    'application/json',
  ),
  recordStream('parts of another form', stream(reply([{ text: 7 }])), {
    text: '',
    error: invalidFormatError(),
  }),
  recordStream('an end without a reason', stream(textReply('Yes.')), {
    text: 'Yes.',
    error: interruptedError(),
  }),
];
