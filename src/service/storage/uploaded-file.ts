import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { invalidRequest } from './refusal.ts';

/** A file in the body of a request, read once and on demand. */
export interface UploadedFile {
  readonly mediaType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Of everything in a form but the file: supabase-js sends cacheControl and metadata. */
const formLimits = { files: 1, fields: 4, parts: 5, fieldSize: 4096, fieldNameSize: 100, headerPairs: 20 };

const withoutParameters = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

const readForm = <T>(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  store: (file: UploadedFile) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = new AbortController();
    const fail = (error: unknown) => {
      stop.abort();
      reject(error instanceof Error ? error : new Error('The form could not be read.'));
    };
    let stored: Promise<T> | null = null;
    let file: Readable | null = null;
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits: formLimits });
    parser.on('file', (_field, stream, _name, _encoding, mediaType) => {
      file = stream;
      stored = store({ mediaType: withoutParameters(mediaType), bytes: stream });
      stored.catch(fail);
    });
    pipeline(Readable.fromWeb(body), parser, { signal: stop.signal }).then(
      () => {
        if (stored) stored.then(resolve, reject);
        else reject(invalidRequest('The form has no file.'));
      },
      (error: unknown) => {
        // Otherwise its reader would wait forever.
        file?.destroy(error instanceof Error ? error : undefined);
        fail(error);
      },
    );
  });

/** Reads the file in the body of an upload, as the body itself or in a form, and passes it to `store`. */
export async function readUpload<T>(request: Request, store: (file: UploadedFile) => Promise<T>): Promise<T> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!request.body) throw invalidRequest('The request has no file.');
  if (withoutParameters(contentType) !== 'multipart/form-data')
    return store({ mediaType: withoutParameters(contentType), bytes: Readable.fromWeb(request.body) });
  if (!/boundary=/i.test(contentType)) throw invalidRequest('The form has no boundary.');
  return readForm(request.body, contentType, store);
}
