import { interrupted, invalidFormat, invalidJson } from '../../failures.ts';
import { recorded, type Frame, type RecordedStream, type StreamEnd } from './recorded-stream.ts';

/** The text of each plain stream: characters of one to four bytes, and an emoji of several. */
export const plainText = 'Grüße an Łódź 👩‍🚀!';
/** It arrives in two pieces. */
export const plainPieces = ['Grüße an Łód', 'ź 👩‍🚀!'] as const;

/** The simplest stream of a dialect. */
interface PlainStream {
  /** Its events as JSON. */
  readonly events: readonly unknown[];
  readonly frame: Frame;
  /** What follows the last event. */
  readonly last?: string;
  /** How many of the events come before the finish reason. They contain the whole text. */
  readonly beforeFinish: number;
  readonly usage: readonly [number, number];
  /** The same reply without streaming. */
  readonly whole: unknown;
}

const page = '<!doctype html><html><body><h1>Sign in to the network</h1></body></html>';

/** Every form in which a server or a proxy may send the same stream, and every way in which it may break. */
export function formsOf({
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
  const end: StreamEnd = { text: plainText, finishReason: 'stop', usage };
  const broken = (error: StreamEnd['error']): StreamEnd => ({ text: plainText, ...(error && { error }) });
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
    recorded('plain', stream, end),
    recorded('lines that end with CR and LF', stream.replaceAll('\n', '\r\n'), end),
    recorded('lines that end with CR', stream.replaceAll('\n', '\r'), end),
    recorded('no space after the colons', stream.replaceAll(/^(\w+): /gm, '$1:'), end),
    recorded('a byte order mark', `\uFEFF${stream}`, end),
    recorded('comments that keep it open', `: open\n\n${frames.join(': still there\n\n')}${last}`, end),
    recorded('a comment in front of each event', stream.replaceAll(/^(?=data)/gm, ': next\n'), end),
    recorded('empty events', `data:\n\n${frames.join('event: ping\n\n')}${last}`, end),
    recorded('ids and retry times', `retry: 3000\n\n${stream.replaceAll(/^data/gm, 'id: 7\ndata')}`, end),
    recorded('events spread over lines', overLines + last, end),
    recorded('no blank line at the end', stream.trimEnd(), end),
    recorded('nothing after the last event', frames.join(''), end),
    recorded('an unknown event', frame({ type: 'clover.future', object: 'future' }) + stream, end),
    recorded('a content type in capitals', stream, end, 'TEXT/EVENT-STREAM; charset=UTF-8'),
    recorded('a byte that is not UTF-8', damaged, { ...end, text: plainText.replace('!', '\uFFFD') }),
    recorded('a whole reply', JSON.stringify(whole), end, 'application/json'),
    recorded('blank lines before a whole reply', `\n\n  ${JSON.stringify(whole)}\n`, end, 'application/json'),
    recorded('no end', start, broken(interrupted())),
    recorded('an end inside an event', start + frames[beforeFinish]?.slice(0, -9), broken(interrupted())),
    recorded('JSON that breaks off', `${start}data: {"choices\n\n`, broken(invalidJson())),
    recorded('a page among the events', `${start}data: ${page}\n\n`, broken(invalidJson())),
    recorded('an event that is a number', `${start}data: 7\n\n`, broken(invalidFormat())),
    recorded('nothing', '', refused(invalidFormat())),
    recorded('only comments', ': open\n\n: open\n\n', refused(invalidFormat())),
    recorded('only [DONE]', 'data: [DONE]\n\n', refused(invalidFormat())),
    recorded('a page', page, refused(invalidJson()), 'text/html'),
    recorded('a page labeled as events', page, refused(invalidFormat())),
    recorded('events labeled as text', stream, refused(invalidJson()), 'text/plain'),
  ];
}
