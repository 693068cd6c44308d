import { z } from 'zod';
import { Refusal } from './http.ts';

/** How the refusals of SQL functions are told over HTTP. What is not here is a plain mistake of the caller. */
const statuses: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  missing_key: 409,
  no_vendor: 409,
  model: 409,
  self: 409,
  last_admin: 409,
  guest: 409,
  admin: 409,
  nested: 409,
  email_exists: 409,
  consent_needed: 409,
  view_over: 410,
  rate_limited: 429,
};

const refusalSchema = z.object({ ok: z.literal(false), code: z.string(), message: z.string() });

/** Reads the answer of a SQL function: `{ok: true, …}` through the schema, `{ok: false, code, message}` as a Refusal. */
export function readAnswer<Schema extends z.ZodType>(answer: unknown, schema: Schema): z.infer<Schema> {
  const refused = refusalSchema.safeParse(answer);
  if (!refused.success) return schema.parse(answer);
  const { code, message } = refused.data;
  throw new Refusal(statuses[code] ?? 400, code, message);
}
