import { z } from 'zod';
import type { Settings } from '../settings/settings.ts';
import type { Connection } from './service.ts';

const environmentSchema = z.object({
  CLOVER_SUPABASE_URL: z.url({ protocol: /^https?$/ }),
  CLOVER_SUPABASE_KEY: z.string().min(1),
});

/** Whether the environment, and not the person, says which service is used. */
export const isServiceFixed = ({ CLOVER_SUPABASE_URL, CLOVER_SUPABASE_KEY }: NodeJS.ProcessEnv): boolean =>
  Boolean(CLOVER_SUPABASE_URL) || Boolean(CLOVER_SUPABASE_KEY);

/**
 * The service that the user or the administrator of this computer chose, or null for the one inside the app.
 *
 * @throws Error naming the variables when only part of a service is configured: starting another one than meant
 * would look as if all chats were gone
 */
export function configuredService(
  settings: Pick<Settings, 'service'>,
  environment: NodeJS.ProcessEnv,
): Connection | null {
  if (!isServiceFixed(environment)) return settings.service ?? null;
  const chosen = environmentSchema.safeParse(environment);
  if (!chosen.success) {
    const names = chosen.error.issues.map(({ path }) => path.join('.')).join(' and ');
    throw new Error(`The service is configured in part only: please check ${names}.`);
  }
  return { url: chosen.data.CLOVER_SUPABASE_URL, publishableKey: chosen.data.CLOVER_SUPABASE_KEY };
}
