import { CompletionError } from '../../../src/shared/completion/error.ts';
import type { FunctionHandler } from '../_shared/context.ts';
import { refusalOf } from '../_shared/failures.ts';
import { answering, json, notFound, preflight, Refusal, wrongMethod } from '../_shared/http.ts';
import type { Act } from './act.ts';
import { keyActs } from './api-keys.ts';
import { activityActs, logActs } from './logs.ts';
import { mailActs } from './mail.ts';
import { modelActs } from './models.ts';
import { roleActs } from './roles.ts';
import { settingActs } from './settings.ts';
import { statsActs } from './stats.ts';
import { impersonationActs } from './users/impersonation.ts';
import { severalUsersActs } from './users/several.ts';
import { userActs } from './users/users.ts';
import { vendorActs } from './vendors/vendors.ts';

/** The acts by subject and action: the last two parts of the path. */
const subjects: ReadonlyMap<string, ReadonlyMap<string, Act>> = new Map([
  ['vendors', vendorActs],
  ['settings', settingActs],
  ['users', new Map([...userActs, ...impersonationActs, ...severalUsersActs])],
  ['roles', roleActs],
  ['stats', statsActs],
  ['models', modelActs],
  ['keys', keyActs],
  ['logs', logActs],
  ['mail', mailActs],
  ['activity', activityActs],
]);

/** `<subject>/<action>` of every act. */
export const actPaths: readonly string[] = [...subjects].flatMap(([subject, acts]) =>
  [...acts.keys()].map((action) => `${subject}/${action}`),
);

function actAt(url: string): Act {
  const [, subject = '', action = ''] = /\/admin\/([a-z-]+)\/([a-z-]+)$/.exec(new URL(url).pathname) ?? [];
  const act = subjects.get(subject)?.get(action);
  if (!act) throw notFound();
  return act;
}

/**
 * `POST /functions/v1/admin/<subject>/<action>`: what administrators do, by JSON in and out (`src/shared/admin`).
 * Each act is one SQL function that checks the role, acts and logs. Refusals: 400, 401, 403, 404, 409, 413, and 502 to
 * 504 where a vendor failed, as `{error: {message, code}}`; the message is a sentence for the administrator.
 */
export const handler: FunctionHandler = (request, context) =>
  answering(async () => {
    if (request.method === 'OPTIONS') return preflight();
    const act = actAt(request.url);
    if (request.method !== 'POST') throw wrongMethod('POST');
    const caller = await context.verifyBearer(request);
    if (!caller) throw new Refusal(401, 'unauthenticated', 'Please sign in as an administrator');
    const userAgent = request.headers.get('user-agent');
    try {
      return json(await act({ context, caller, signal: request.signal, userAgent }, request));
    } catch (error) {
      if (error instanceof CompletionError) throw refusalOf(error);
      throw error;
    }
  });
