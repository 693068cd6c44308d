import { z } from 'zod';
import { parseBoundedJson } from '../../shared/bounded-json.ts';
import { limits } from './limits.ts';

/** Messages of 1.0.0 are objects. Messages of 2.0.0 are arrays, or binary frames for broadcasts. */
export type ProtocolVersion = '1.0.0' | '2.0.0';

export const isVersion = (text: string): text is ProtocolVersion => text === '1.0.0' || text === '2.0.0';

export interface Message {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

/** The body stays as bytes, because the service only forwards it. */
export interface Broadcast {
  readonly event: string;
  readonly body: Buffer;
  readonly encoding: 'json' | 'bytes';
}

export type MessageAddress = Pick<Message, 'joinRef' | 'ref' | 'topic' | 'event'>;

const reference = z.string().max(255).nullish();
const topic = z.string().min(1).max(limits.topicLength);
const event = z.string().min(1).max(255);
const objectMessage = z.object({ join_ref: reference, ref: reference, topic, event, payload: z.unknown() });
const arrayMessage = z.tuple([reference, reference, topic, event, z.unknown()]);
const broadcastPayload = z.object({ event, payload: z.unknown() });

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

/** Parses a text frame. Returns null if it is not a message of this version. */
export function decodeText(text: string, version: ProtocolVersion): Message | null {
  const json = parseJson(text);
  if (version === '1.0.0') {
    const { success, data } = objectMessage.safeParse(json);
    if (!success) return null;
    return {
      joinRef: data.join_ref ?? null,
      ref: data.ref ?? null,
      topic: data.topic,
      event: data.event,
      payload: data.payload,
    };
  }
  const { success, data } = arrayMessage.safeParse(json);
  if (!success) return null;
  const [joinRef, ref, ...rest] = data;
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic: rest[0], event: rest[1], payload: rest[2] };
}

/** Parses the broadcast in a text message. Returns null if there is none. */
export function broadcastOf(payload: unknown): Broadcast | null {
  const { success, data } = broadcastPayload.safeParse(payload);
  if (!success) return null;
  return { event: data.event, body: Buffer.from(JSON.stringify(data.payload ?? {})), encoding: 'json' };
}

const clientBroadcast = 3;
const serverBroadcast = 4;
const encodings = ['bytes', 'json'] as const;

/**
 * Parses a binary frame, which can only be a broadcast. It consists of the kind 3, the lengths of join reference,
 * reference, topic, event and metadata in one byte each, the encoding, the texts, and the body. Metadata is ignored,
 * because our clients send none.
 */
export function decodeBinary(
  frame: Buffer,
): (Pick<Message, 'joinRef' | 'ref' | 'topic'> & { broadcast: Broadcast }) | null {
  const [kind, joinLength, refLength, topicLength, eventLength, metaLength, encodingByte] = frame;
  const encoding = encodings[encodingByte ?? -1];
  if (kind !== clientBroadcast || encoding === undefined) return null;
  let offset = 7;
  const take = (length = 0) => {
    const part = frame.subarray(offset, offset + length);
    offset += length;
    return part.toString('utf8');
  };
  const [joinRef, ref, topicText, eventText] = [
    take(joinLength),
    take(refLength),
    take(topicLength),
    take(eventLength),
  ];
  take(metaLength);
  if (offset > frame.length || topicText === '' || eventText === '') return null;
  const body = frame.subarray(offset);
  if (encoding === 'json' && parseJson(body.toString('utf8')) === undefined) return null;
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic: topicText,
    broadcast: { event: eventText, body, encoding },
  };
}

/** Writes a message. The payload is JSON text, so that a row for many subscribers is serialized only once. */
export function encodeMessage(version: ProtocolVersion, to: MessageAddress, payload: string): string {
  const parts = [to.joinRef, to.ref, to.topic, to.event].map((part) => JSON.stringify(part));
  if (version === '2.0.0') return `[${parts.join(',')},${payload}]`;
  const [joinRef, ref, topicText, eventText] = parts;
  return `{"join_ref":${joinRef},"ref":${ref},"topic":${topicText},"event":${eventText},"payload":${payload}}`;
}

/** Writes a broadcast. Returns null if the version can't express it (bytes in 1.0.0). */
export function encodeBroadcast(
  version: ProtocolVersion,
  topicText: string,
  broadcast: Broadcast,
): string | Buffer | null {
  if (version === '2.0.0') {
    const [to, name] = [Buffer.from(topicText), Buffer.from(broadcast.event)];
    if (to.length > 255 || name.length > 255) return null;
    const head = [serverBroadcast, to.length, name.length, 0, encodings.indexOf(broadcast.encoding)];
    return Buffer.concat([Buffer.from(head), to, name, broadcast.body]);
  }
  if (broadcast.encoding === 'bytes') return null;
  const payload = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":${broadcast.body.toString('utf8')}}`;
  return encodeMessage(version, { joinRef: null, ref: null, topic: topicText, event: 'broadcast' }, payload);
}
