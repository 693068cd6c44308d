import { z } from 'zod';
import { parseBoundedJson } from '../../shared/bounded-json.ts';
import { RequestBodyError } from '../http/request-body.ts';
import { AuthFailure, invalidRequest } from './failure.ts';

/** Maximum body length in characters, enough for both kinds of metadata and the credentials. */
const maximumLength = 32_768;

/** Parses a JSON body by `schema`; an empty body counts as `{}`. Throws bad_json or validation_failed. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body = await request.text().catch((error: unknown) => {
    throw error instanceof RequestBodyError ? invalidRequest(error.message, error.status) : error;
  });
  if (body.length > maximumLength)
    throw invalidRequest(`The body can have at most ${maximumLength} characters`, 413);
  let content: unknown;
  try {
    content = body.trim() === '' ? {} : parseBoundedJson(body);
  } catch {
    throw new AuthFailure(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  // Names the field and the mistake but never quotes the value, because it may be a password.
  const [issue] = parsed.error.issues;
  throw invalidRequest(
    `${issue?.path.join('.') || 'body'}: ${issue?.code.replaceAll('_', ' ') ?? 'invalid'}`,
  );
}

/** Returns the schema of a text field. Null and an empty text mean "not given", as on the hosted service. */
export const textField = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .nullish()
    .transform((value) => value || undefined);

export const bodyFields = {
  email: textField(320),
  phone: textField(32),
  /** Longer than any accepted password, so that `checkNewPassword` can refuse it with the hosted service's error. */
  password: textField(1024),
  metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? undefined),
};
