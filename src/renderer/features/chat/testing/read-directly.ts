import { serveReading } from '../attachments/reading/worker/serve.ts';
import type { DocumentReading } from '../attachments/reading/reading.ts';
import type { ReadReply } from '../attachments/reading/worker/protocol.ts';

/** Reads a file as the worker does. Resolves with its document, or with the code of its refusal. */
export async function readDirectly(
  content: BlobPart,
  name: string,
): Promise<DocumentReading | Exclude<ReadReply, { kind: 'read' | 'progress' }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Exclude<ReadReply, { kind: 'progress' }>>();
  await serveReading({ file: new Blob([content]), name }, (reply) => {
    if (reply.kind !== 'progress') resolve(reply);
  });
  reject(new Error('The reader did not answer.'));
  const reply = await promise;
  if (reply.kind !== 'read') return reply;
  if (reply.reading.kind !== 'document') throw new Error('jsdom reads no images.');
  return reply.reading;
}

/** Returns the text of a file. Fails the test if the file can't be read. */
export async function textOf(content: BlobPart, name: string): Promise<string> {
  const read = await readDirectly(content, name);
  if (read.kind !== 'document') throw new Error(`Not read: ${JSON.stringify(read)}`);
  return read.text;
}
