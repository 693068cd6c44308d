import { serveReading } from '../../../src/renderer/features/chat/attachments/reading/worker/serve.ts';
import type { ReadReply } from '../../../src/renderer/features/chat/attachments/reading/worker/protocol.ts';

/** Reads a file on this thread instead of in the worker. Resolves to the worker's result. */
export async function readOnThisThread(name: string, content: Uint8Array | string): Promise<ReadReply> {
  const replies: ReadReply[] = [];
  const bytes = typeof content === 'string' ? content : Uint8Array.from(content);
  await serveReading({ file: new Blob([bytes]), name }, (reply) => replies.push(reply));
  const last = replies.at(-1);
  if (!last) throw new Error(`${name} got no answer.`);
  return last;
}
