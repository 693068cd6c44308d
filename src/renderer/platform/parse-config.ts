// Uses zod/mini, because the first page that a visitor opens needs this schema.
import * as z from 'zod/mini';
import type { AppConfig } from './platform.ts';

const configSchema = z.object({
  supabaseUrl: z.url({ protocol: /^https?$/ }),
  supabaseKey: z.string().check(z.minLength(1)),
  demo: z._default(z.nullable(z.object({ email: z.string(), password: z.string(), name: z.string() })), null),
  keepsMails: z.exactOptional(z.boolean()),
});

export const parseConfig = (value: unknown): AppConfig => configSchema.parse(value);
