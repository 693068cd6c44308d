import type { AuthContext } from './context.ts';

/** Paths where somebody may come in as new, or asks whether he may. */
const entrances: ReadonlySet<string> = new Set(['/signup', '/otp', '/magiclink', '/user', '/settings']);

interface Openings {
  readonly signup: string | null;
  readonly demo: string | null;
}

const undefinedTable = '42P01';

/**
 * The context with what administrators have set about coming in: `signup_open` and `demo_enabled`. Read at each request
 * to an entrance, so that closing it holds from the next one on. A database without the product's tables has no such
 * settings, and the operator's own stand.
 */
export async function withOpenings(context: AuthContext, path: string): Promise<AuthContext> {
  if (!entrances.has(path)) return context;
  try {
    const [row] = await context.database.query<Openings>(
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
    if ((error as { readonly code?: unknown }).code === undefinedTable) return context;
    throw error;
  }
}
