import type { AuthContext } from './context.ts';
import { sqlState } from './failure.ts';

/** Paths that create accounts or guests, or report whether that is allowed. */
const accessPaths: ReadonlySet<string> = new Set(['/signup', '/otp', '/magiclink', '/user', '/settings']);

const undefinedTable = '42P01';

/**
 * Adds the administrators' settings `signup_open` and `demo_enabled` to the context. They are read for each request, so
 * changes apply immediately. Without the product's tables, only the operator's settings apply.
 */
export async function withAccessSettings(context: AuthContext, path: string): Promise<AuthContext> {
  if (!accessPaths.has(path)) return context;
  try {
    const [row] = await context.database.query<{
      readonly signup: string | null;
      readonly demo: string | null;
    }>(
      `select max(setting_value) filter (where setting_key = 'signup_open') as signup,
         max(setting_value) filter (where setting_key = 'demo_enabled') as demo
       from public.system_settings where setting_key in ('signup_open', 'demo_enabled')`,
    );
    const { signupOpen, guestsAllowed } = context.settings;
    return {
      ...context,
      settings: {
        ...context.settings,
        signupOpen: signupOpen && row?.signup !== 'false',
        guestsAllowed: guestsAllowed && row?.demo !== 'false',
      },
    };
  } catch (error) {
    if (sqlState(error) === undefinedTable) return context;
    throw error;
  }
}
