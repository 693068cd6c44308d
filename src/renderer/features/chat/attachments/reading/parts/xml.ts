import { SaxesParser } from 'saxes';
import { readingLimits } from '../limits.ts';
import { Refusal } from '../refusal.ts';

/** Attributes by local name. Attributes of the relationships namespace are prefixed, such as `r:id`. */
export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const pieceBytes = 262_144;

/**
 * Reads XML in pieces without building a tree, so that large and deep documents need little memory. Only
 * well-formed XML is accepted. Document type declarations are refused, because entity bombs and external
 * references need them.
 *
 * @throws Refusal if the XML is damaged
 */
export async function readXml(part: Blob, { open, text, close }: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('opentag', ({ local, attributes }) => {
    depth += 1;
    if (depth > readingLimits.depth) fail();
    open?.(local, attributesOf(attributes));
  });
  if (text) parser.on('text', text);
  if (text) parser.on('cdata', text);
  parser.on('closetag', ({ local }) => {
    depth -= 1;
    close?.(local);
  });
  const decoder = new TextDecoder(await encodingOf(part), { fatal: true });
  try {
    for (let at = 0; at < part.size; at += pieceBytes) {
      const piece = await part.slice(at, at + pieceBytes).arrayBuffer();
      parser.write(decoder.decode(piece, { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('damaged', error);
  }
}

function fail(cause?: unknown): never {
  throw new Refusal('damaged', cause);
}

/** Returns UTF-16 if there is a byte order mark, and otherwise UTF-8. Office programs use no other encodings. */
async function encodingOf(part: Blob): Promise<string> {
  const [one, two] = new Uint8Array(await part.slice(0, 2).arrayBuffer());
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  return one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8';
}

type RawAttributes = Record<string, { local: string; uri: string; value: string }>;

function attributesOf(raw: RawAttributes): Attributes {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { local, uri, value } of Object.values(raw))
    attributes[uri.endsWith('/relationships') ? `r:${local}` : local] = value;
  return attributes;
}
