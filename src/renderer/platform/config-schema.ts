// The small build of zod: this is the only schema that a visitor's first page needs.
import * as z from 'zod/mini';
import type { AppConfig } from './platform.ts';

const configSchema = z.object({
  supabaseUrl: z.url({ protocol: /^https?$/ }),
  supabaseKey: z.string().check(z.minLength(1)),
  demo: z._default(z.nullable(z.object({ email: z.string(), password: z.string(), name: z.string() })), null),
  keepsMails: z._default(z.boolean(), false),
});

/** Takes what `/config.json` said. Throws when it is not a configuration. */
export const parseConfig = (value: unknown): AppConfig => configSchema.parse(value);
