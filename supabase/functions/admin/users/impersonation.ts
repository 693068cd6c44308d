import {
  impersonationReplySchemas,
  impersonationRequestSchemas,
  type ImpersonationAction,
} from '../../../../src/shared/admin/impersonation.ts';
import { act, defineAct, type Act } from '../act.ts';

const acts: Readonly<Record<ImpersonationAction, Act>> = {
  impersonate: defineAct(impersonationRequestSchemas.impersonate, (context, { user }) =>
    act(context, 'begin_view', { target_user: user }, impersonationReplySchemas.impersonate),
  ),
  'current-impersonation': defineAct(impersonationRequestSchemas['current-impersonation'], (context) =>
    act(context, 'current_view', {}, impersonationReplySchemas['current-impersonation']),
  ),
  'end-impersonation': defineAct(impersonationRequestSchemas['end-impersonation'], (context) =>
    act(context, 'end_view', {}, impersonationReplySchemas['end-impersonation']),
  ),
  view: defineAct(impersonationRequestSchemas.view, (context, { session, ...page }) =>
    act(context, 'view_account', { view_id: session, ...page }, impersonationReplySchemas.view),
  ),
};

/** `admin/users/<action>`: the read-only look at an account. */
export const impersonationActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));
