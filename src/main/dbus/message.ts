// The parts of D-Bus's wire format that the main process needs: calls with strings, replies and signals [D-Bus
// specification, "Message Protocol"]. Only little endian, which all supported processors use.

const methodCall = 1;
/** Header fields: their codes and the types of their values. */
const fields = { path: [1, 'o'], interface: [2, 's'], member: [3, 's'], destination: [6, 's'] } as const;
const signatureField = 8;
const replySerialField = 5;
const memberField = 3;
/** In bytes. The specification allows 128 MiB, but the replies to our calls are short. */
const maxLength = 1 << 20;

export interface MethodCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly texts?: readonly string[];
}

export interface Message {
  readonly kind: 'reply' | 'error' | 'signal' | 'other';
  readonly replySerial: number | null;
  readonly member: string | null;
  readonly body: Buffer;
}

class Writer {
  readonly #parts: Buffer[] = [];
  #length = 0;
  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
  align(boundary: number): this {
    this.#add(Buffer.alloc(-this.#length & (boundary - 1)));
    return this;
  }
  bytes(...values: readonly number[]): this {
    this.#add(Buffer.from(values));
    return this;
  }
  number(value: number): this {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    this.align(4).#add(part);
    return this;
  }
  text(value: string): this {
    this.number(Buffer.byteLength(value)).#add(Buffer.from(`${value}\0`));
    return this;
  }
  signature(value: string): this {
    this.#add(Buffer.from(`${String.fromCharCode(value.length)}${value}\0`));
    return this;
  }
  done = (): Buffer => Buffer.concat(this.#parts);
}

export function encodeCall(call: MethodCall, serial: number): Buffer {
  const { texts = [] } = call;
  const body = new Writer();
  for (const text of texts) body.text(text);
  const encodedBody = body.done();
  // The list starts at byte 16 of the message, a multiple of 8, so its alignment does not change.
  const list = new Writer();
  for (const [name, [code, type]] of Object.entries(fields))
    list
      .align(8)
      .bytes(code)
      .signature(type)
      .text(call[name as keyof typeof fields]);
  if (texts.length > 0)
    list.align(8).bytes(signatureField).signature('g').signature('s'.repeat(texts.length));
  const encodedList = list.done();
  const head = new Writer().bytes(0x6c, methodCall, 0, 1).number(encodedBody.length).number(serial);
  const header = head.number(encodedList.length).done();
  const padding = Buffer.alloc(-(header.length + encodedList.length) & 7);
  return Buffer.concat([header, encodedList, padding, encodedBody]);
}

const alignUp = (position: number, boundary: number): number => Math.ceil(position / boundary) * boundary;

/**
 * Reads the header field at a position. Also returns where the next field starts. Throws for types that headers don't
 * have.
 */
function readField(bytes: Buffer, start: number): { code: number; value: string | number; end: number } {
  const code = bytes.readUInt8(start);
  const type = String.fromCharCode(bytes.readUInt8(start + 2));
  const at = start + 4;
  if (type === 'g') {
    const length = bytes.readUInt8(at);
    return { code, value: bytes.toString('utf8', at + 1, at + 1 + length), end: at + length + 2 };
  }
  const number = bytes.readUInt32LE(alignUp(at, 4));
  const from = alignUp(at, 4) + 4;
  if (type === 'u') return { code, value: number, end: from };
  if (type !== 's' && type !== 'o') throw new Error(`Unexpected type ${type} in a D-Bus header.`);
  return { code, value: bytes.toString('utf8', from, from + number), end: from + number + 1 };
}

const kinds = ['other', 'other', 'reply', 'error', 'signal'] as const;

/**
 * Reads the first message from the received bytes, and its length; null until the message is complete.
 * @throws Error if the bytes are not a D-Bus message
 */
export function decodeMessage(bytes: Buffer): { readonly message: Message; readonly length: number } | null {
  if (bytes.length < 16) return null;
  if (bytes.readUInt8(0) !== 0x6c) throw new Error('The message bus uses another byte order.');
  const bodyLength = bytes.readUInt32LE(4);
  const listEnd = 16 + bytes.readUInt32LE(12);
  const bodyStart = alignUp(listEnd, 8);
  const length = bodyStart + bodyLength;
  if (length > maxLength) throw new Error('A message of the message bus is too long.');
  if (bytes.length < length) return null;
  const fieldValues = new Map<number, string | number>();
  for (let at = 16; at < listEnd;) {
    const { code, value, end } = readField(bytes, at);
    fieldValues.set(code, value);
    at = alignUp(end, 8);
  }
  const replySerial = fieldValues.get(replySerialField);
  const member = fieldValues.get(memberField);
  const message: Message = {
    kind: kinds[bytes.readUInt8(1)] ?? 'other',
    replySerial: typeof replySerial === 'number' ? replySerial : null,
    member: typeof member === 'string' ? member : null,
    body: bytes.subarray(bodyStart, length),
  };
  return { message, length };
}
