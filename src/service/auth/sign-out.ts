import { requireSession } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { invalidRequest } from './failure.ts';
import { endSessions, type SignOutScope } from './sessions.ts';

const isScope = (value: string): value is SignOutScope => ['local', 'global', 'others'].includes(value);

/**
 * `POST /logout?scope=…`: ends this session, all of the user's, or all others (AUTH-021). Banned users may sign out.
 */
export const signOut: AuthHandler = async (call, context) => {
  const scope = call.url.searchParams.get('scope') || 'global';
  if (!isScope(scope)) throw invalidRequest('Unsupported logout scope');
  const { user, sessionId } = await requireSession(call, context);
  await endSessions(context.database, user.id, sessionId, scope);
  return new Response(null, { status: 204 });
};
