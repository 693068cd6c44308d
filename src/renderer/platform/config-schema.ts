import { z } from 'zod';
import type { AppConfig } from './platform.ts';

const configSchema = z.object({
  supabaseUrl: z.url({ protocol: /^https?$/ }),
  supabaseKey: z.string().min(1),
  demo: z.object({ email: z.string(), password: z.string(), name: z.string() }).nullable().default(null),
});

/** Takes what `/config.json` said. Throws when it is not a configuration. */
export const parseConfig = (value: unknown): AppConfig => configSchema.parse(value);
