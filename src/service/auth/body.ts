import { z } from 'zod';
import { parseBoundedJson } from '../../shared/bounded-json.ts';
import { BodyRefused } from '../http/request-body.ts';
import { AuthFailure } from './failure.ts';

/** Largest body in characters; the largest that means anything is two kinds of metadata and the credentials. */
const maximumLength = 32_768;

/** Reads a JSON body and parses it by `schema`; no body counts as an empty object. Throws bad_json or validation_failed. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await request.text().catch((error: unknown) => {
    throw error instanceof BodyRefused
      ? new AuthFailure(error.status, 'validation_failed', error.message)
      : error;
  });
  if (text.length > maximumLength) {
    throw new AuthFailure(
      413,
      'validation_failed',
      `The body may be ${maximumLength} characters long at most`,
    );
  }
  let content: unknown;
  try {
    content = text.trim() === '' ? {} : parseBoundedJson(text);
  } catch {
    throw new AuthFailure(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  // The place and the kind of the mistake, never the value: it may be a password.
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') || 'body';
  throw new AuthFailure(
    400,
    'validation_failed',
    `${place}: ${issue?.code.replaceAll('_', ' ') ?? 'invalid'}`,
  );
}

const text = (maximum: number) => z.string().max(maximum).nullish();

/** Fields that several bodies share. An empty string means "not given", as on hosted. */
export const fields = {
  email: text(320),
  phone: text(32),
  /** Longer than any that is accepted, so that the answer about a long password is hosted's. */
  password: text(1024),
  metadata: z.record(z.string(), z.unknown()).nullish(),
};
