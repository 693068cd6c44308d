import { json, notFound, Refusal, requireMethod, respond } from '../_shared/http.ts';
import { createAdminCall, type AdminAction } from './action.ts';
import { keyActions } from './api-keys.ts';
import { activityActions, logActions } from './logs.ts';
import { mailActions } from './mail.ts';
import { modelActions } from './models.ts';
import { personaActions } from './personas.ts';
import { promptActions } from './prompts.ts';
import { roleActions } from './roles.ts';
import { settingActions } from './settings.ts';
import { statsActions } from './stats.ts';
import { userActions } from './users/users.ts';
import { vendorActions } from './vendors/vendors.ts';

/** The actions by subject and name, which are the last two parts of the path. */
const subjects: ReadonlyMap<string, ReadonlyMap<string, AdminAction>> = new Map([
  ['vendors', vendorActions],
  ['settings', settingActions],
  ['users', userActions],
  ['roles', roleActions],
  ['stats', statsActions],
  ['models', modelActions],
  ['prompts', promptActions],
  ['personas', personaActions],
  ['keys', keyActions],
  ['logs', logActions],
  ['mail', mailActions],
  ['activity', activityActions],
]);

/** The path `<subject>/<action>` of every action. */
export const actionPaths: readonly string[] = [...subjects].flatMap(([subject, actions]) =>
  [...actions.keys()].map((action) => `${subject}/${action}`),
);

/**
 * `POST /functions/v1/admin/<subject>/<action>`: the admin actions, with JSON requests and responses
 * (`src/shared/admin`). Each action is one SQL function that checks the role, acts and logs. Refusals: 400, 401, 403,
 * 404, 409, 413, and 502 to 504 if a vendor failed, as `{error: {message, code}}`. The message is for the
 * administrator.
 */
export const handler = respond(async (request, context) => {
  const [, subject = '', name = ''] =
    /\/admin\/([a-z-]+)\/([a-z-]+)$/.exec(new URL(request.url).pathname) ?? [];
  const action = subjects.get(subject)?.get(name);
  if (!action) throw notFound();
  requireMethod(request, 'POST');
  const caller = await context.verifyBearer(request);
  if (!caller) throw new Refusal(401, 'unauthenticated', 'Please sign in as an administrator');
  const call = createAdminCall(context, caller, request.headers.get('user-agent'));
  return json(await action({ context, signal: request.signal, call }, request));
});
