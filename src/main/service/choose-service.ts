import { z } from 'zod';
import type { Settings } from '../settings/settings.ts';
import type { Connection } from './service.ts';

const environmentSchema = z.object({
  CLOVER_SUPABASE_URL: z.url({ protocol: /^https?$/ }),
  CLOVER_SUPABASE_KEY: z.string().min(1),
});

/** Returns whether the environment sets the service, so that the user cannot choose it. */
export const isServiceFixed = ({ CLOVER_SUPABASE_URL, CLOVER_SUPABASE_KEY }: NodeJS.ProcessEnv): boolean =>
  Boolean(CLOVER_SUPABASE_URL) || Boolean(CLOVER_SUPABASE_KEY);

/**
 * Returns the hosted service in use, or null for the embedded one.
 * @throws if a variable is missing or invalid, because with another service all chats would seem lost
 */
export function configuredService(
  settings: Pick<Settings, 'service'>,
  environment: NodeJS.ProcessEnv,
): Connection | null {
  if (!isServiceFixed(environment)) return settings.service ?? null;
  const chosen = environmentSchema.safeParse(environment);
  if (!chosen.success) {
    const names = chosen.error.issues.map(({ path }) => path.join('.')).join(' and ');
    throw new Error(`The service is only partly configured. Check ${names}.`);
  }
  return { url: chosen.data.CLOVER_SUPABASE_URL, publishableKey: chosen.data.CLOVER_SUPABASE_KEY };
}
