import { interruptedError, invalidFormatError, invalidJsonError } from '../../failures.ts';
import { recordStream, type EventFormatter, type RecordedStream, type StreamEnd } from './recorded-stream.ts';

/**
 * The text of each plain stream. It has characters of one to four bytes, and an emoji made of several characters.
 */
export const sampleText = 'Grüße an Łódź 👩‍🚀!';
export const samplePieces = ['Grüße an Łód', 'ź 👩‍🚀!'] as const;

interface PlainStream {
  /** The stream's events as JSON. */
  readonly events: readonly unknown[];
  readonly frame: EventFormatter;
  readonly last?: string;
  /** The number of events before the finish reason. They contain the whole text. */
  readonly beforeFinish: number;
  readonly usage: readonly [number, number];
  readonly whole: unknown;
}

const page = '<!doctype html><html><body><h1>Sign in to the network</h1></body></html>';

/** Returns every form in which a server or a proxy may send the same stream, and every way in which it may break. */
export function streamVariants({
  events,
  frame,
  last = '',
  beforeFinish,
  usage,
  whole,
}: PlainStream): readonly RecordedStream[] {
  const frames = events.map(frame);
  const stream = frames.join('') + last;
  const start = frames.slice(0, beforeFinish).join('');
  const end: StreamEnd = { text: sampleText, finishReason: 'stop', usage };
  const broken = (error: StreamEnd['error']): StreamEnd => ({ text: sampleText, ...(error && { error }) });
  const refused = (error: StreamEnd['error']): StreamEnd => ({ text: '', ...(error && { error }) });
  const overLines = events
    .map((value) => `data: ${JSON.stringify(value, null, 1).replaceAll('\n', '\ndata: ')}\n\n`)
    .join('');
  const mark = stream.indexOf('!');
  const encoder = new TextEncoder();
  const damaged = new Uint8Array([
    ...encoder.encode(stream.slice(0, mark)),
    0xff,
    ...encoder.encode(stream.slice(mark + 1)),
  ]);
  return [
    recordStream('plain', stream, end),
    recordStream('lines that end with CR and LF', stream.replaceAll('\n', '\r\n'), end),
    recordStream('lines that end with CR', stream.replaceAll('\n', '\r'), end),
    recordStream('no space after the colons', stream.replaceAll(/^(\w+): /gm, '$1:'), end),
    recordStream('a byte order mark', `\uFEFF${stream}`, end),
    recordStream('comments that keep it open', `: open\n\n${frames.join(': still there\n\n')}${last}`, end),
    recordStream('a comment in front of each event', stream.replaceAll(/^(?=data)/gm, ': next\n'), end),
    recordStream('empty events', `data:\n\n${frames.join('event: ping\n\n')}${last}`, end),
    recordStream('ids and retry times', `retry: 3000\n\n${stream.replaceAll(/^data/gm, 'id: 7\ndata')}`, end),
    recordStream('events spread over lines', overLines + last, end),
    recordStream('no blank line at the end', stream.trimEnd(), end),
    recordStream('nothing after the last event', frames.join(''), end),
    recordStream('an unknown event', frame({ type: 'clover.future', object: 'future' }) + stream, end),
    recordStream('a content type in capitals', stream, end, 'TEXT/EVENT-STREAM; charset=UTF-8'),
    recordStream('a byte that is not UTF-8', damaged, { ...end, text: sampleText.replace('!', '\uFFFD') }),
    recordStream('a whole reply', JSON.stringify(whole), end, 'application/json'),
    recordStream(
      'blank lines before a whole reply',
      `\n\n  ${JSON.stringify(whole)}\n`,
      end,
      'application/json',
    ),
    recordStream('no end', start, broken(interruptedError())),
    recordStream(
      'an end inside an event',
      start + frames[beforeFinish]?.slice(0, -9),
      broken(interruptedError()),
    ),
    recordStream('JSON that breaks off', `${start}data: {"choices\n\n`, broken(invalidJsonError())),
    recordStream('a page among the events', `${start}data: ${page}\n\n`, broken(invalidJsonError())),
    recordStream('an event that is a number', `${start}data: 7\n\n`, broken(invalidFormatError())),
    recordStream('nothing', '', refused(invalidFormatError())),
    recordStream('only comments', ': open\n\n: open\n\n', refused(invalidFormatError())),
    recordStream('only [DONE]', 'data: [DONE]\n\n', refused(invalidFormatError())),
    recordStream('a page', page, refused(invalidJsonError()), 'text/html'),
    recordStream('a page labeled as events', page, refused(invalidFormatError())),
    recordStream('events labeled as text', stream, refused(invalidJsonError()), 'text/plain'),
  ];
}
