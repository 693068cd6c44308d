import { LoadFailure } from '../../../../../lib/load-module.ts';
import { detectFormat } from '../detect-format.ts';
import { formats } from '../formats/formats.ts';
import { Refusal } from '../refusal.ts';
import type { ReadReply, ReadRequest } from './protocol.ts';

export async function serveReading(
  { file, name }: ReadRequest,
  reply: (message: ReadReply) => void,
): Promise<void> {
  try {
    const format = formats[await detectFormat(file, name)];
    const read = await format.load();
    // Sets the detected type, because the browser derives a file's type from its extension.
    const typed = file.slice(0, file.size, format.mediaType);
    const onProgress = (done: number, total: number) => reply({ kind: 'progress', done, total });
    const reading = await read(typed, onProgress, () => reply({ kind: 'page' }));
    reply({ kind: 'read', reading, mediaType: format.mediaType });
  } catch (error) {
    reply(refusalOf(error));
  }
}

function refusalOf(error: unknown): ReadReply {
  if (error instanceof LoadFailure) return { kind: 'unloaded' };
  if (error instanceof Refusal) return { kind: 'refused', code: error.code };
  const isGone = error instanceof DOMException && /^Not(?:Readable|Found)Error$/.test(error.name);
  // All other errors come from parsers and are caused by the file.
  return { kind: 'refused', code: isGone ? 'unreadable' : 'damaged' };
}
