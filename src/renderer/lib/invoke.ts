import type { z } from 'zod';
import { serviceTexts } from './service-texts.ts';
import { getSupabase } from './supabase.ts';
import { translateMessage } from './translate-message.ts';

/** An error whose message is for the user. */
export class InvokeError extends Error {
  override readonly name = 'InvokeError';
  /**
   * The service's code. `unreachable` without a response, `unreadable` if the response has an unknown format,
   * `refused` if the service gave no code.
   */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const noResponseError = () => new InvokeError('unreachable', serviceTexts.unreachable);
const unreadableResponse = () => new InvokeError('unreadable', serviceTexts.unreadable);

/**
 * Calls `POST /functions/v1/<name>` as the signed-in user. Throws InvokeError, even if the response is invalid.
 */
export async function invoke<Schema extends z.ZodType>(
  name: string,
  body: Readonly<Record<string, unknown>>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const client = await getSupabase().catch(() => {
    throw noResponseError();
  });
  const { data, error, response } = await client.functions.invoke<unknown>(name, { body });
  if (error) throw response ? await readError(response) : noResponseError();
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw unreadableResponse();
  return parsed.data;
}

/** Reads the error of a response. The service sends `{error: {message, code}}`; a proxy may send anything. */
async function readError(response: Response): Promise<InvokeError> {
  const body: unknown = await response.json().catch(() => null);
  const error = fieldOf(body, 'error');
  const message = fieldOf(error, 'message');
  const code = fieldOf(error, 'code');
  if (typeof message !== 'string' || message === '')
    return new InvokeError('unreadable', serviceTexts.failed({ status: String(response.status) }));
  return new InvokeError(typeof code === 'string' ? code : 'refused', translateMessage(message));
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

export const failureMessage = (error: unknown): string =>
  error instanceof InvokeError ? error.message : serviceTexts.unexpected;
