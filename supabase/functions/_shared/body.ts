import type { z } from 'zod';
import { parseBoundedJson } from '../../../src/shared/bounded-json.ts';
import { invalidRequest, Refusal } from './http.ts';

const sizeOf = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1_048_576)} MB`;

/** Reads a body of at most `limit` bytes. Throws Refusal 413. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Refusal(413, 'request_too_large', `The request is larger than ${sizeOf(limit)}`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Counts the bytes, because the content length may be missing or wrong.
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
}

/**
 * Describes the invalid fields, but never quotes their values, which may be a user's message. If a schema has a custom
 * message, it is written for users and returned alone.
 */
function describe({ issues }: z.ZodError): string {
  const sentence = issues.find(({ message }) => message.endsWith('.'))?.message;
  if (sentence !== undefined) return sentence;
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
    .join('; ');
}

/** Reads a JSON body of at most `limit` bytes and validates it. Throws Refusal 400 or 413. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  limit: number,
): Promise<z.infer<Schema>> {
  let value: unknown;
  try {
    const bytes = await readBytes(request, limit);
    value = parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalidRequest('The body is not valid JSON');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidRequest(describe(parsed.error));
  return parsed.data;
}
