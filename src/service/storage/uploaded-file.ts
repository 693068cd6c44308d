import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { invalidRequest } from './refusal.ts';

/** A file in a request's body, read once and on demand. */
export interface UploadedFile {
  readonly mediaType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Limits for the other fields of a form: supabase-js sends cacheControl and metadata. */
const formLimits = { files: 1, fields: 4, parts: 5, fieldSize: 4096, fieldNameSize: 100, headerPairs: 20 };

const withoutParameters = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

/**
 * Yields a file's bytes from a form. The stream stays open if the reader stops early, because the parser waits for the
 * stream's end.
 */
async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file.iterator({ destroyOnReturn: false });
  } catch {
    throw brokenForm();
  }
}

const brokenForm = () => invalidRequest('The form is not complete.');

/** Passes the body to the parser as fast as the parser accepts it. */
async function pipeTo(body: ReadableStream<Uint8Array>, parser: Writable): Promise<void> {
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('finish', resolve);
    // The listener also catches later errors, which would otherwise end the process.
    parser.on('error', () => reject(brokenForm()));
  });
  // The result is awaited below. If the body fails, it is never awaited.
  parsed.catch(() => {});
  for await (const piece of body)
    if (!parser.write(piece)) await Promise.race([once(parser, 'drain').catch(() => {}), parsed]);
  parser.end();
  await parsed;
}

async function readForm<T>(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  store: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const parser = new Busboy({ headers: { 'content-type': contentType }, limits: formLimits });
  const uploads: { file: Readable; stored: Promise<T> }[] = [];
  parser.on('file', (_field, file, _name, _encoding, mediaType) => {
    file.on('error', () => {});
    const stored = store({ mediaType: withoutParameters(mediaType), bytes: piecesOf(file) });
    // Reads and drops the rest of a refused file.
    stored.catch(() => file.resume());
    uploads.push({ file, stored });
  });
  try {
    await pipeTo(body, parser);
  } catch (error) {
    for (const { file, stored } of uploads) {
      // Without this, the file's reader would wait forever.
      file.destroy(error instanceof Error ? error : undefined);
      await stored.catch(() => {});
    }
    throw error;
  }
  const [first] = uploads;
  if (!first) throw invalidRequest('The form has no file.');
  return first.stored;
}

/** Reads an uploaded file from the body itself or from a form, and passes it to `store`. */
export async function readUpload<T>(request: Request, store: (file: UploadedFile) => Promise<T>): Promise<T> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!request.body) throw invalidRequest('The request has no file.');
  if (withoutParameters(contentType) !== 'multipart/form-data')
    return store({ mediaType: withoutParameters(contentType), bytes: Readable.fromWeb(request.body) });
  if (!/boundary=/i.test(contentType)) throw invalidRequest('The form has no boundary.');
  return readForm(request.body, contentType, store);
}
