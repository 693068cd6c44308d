import type { z } from 'zod';
import { userReplySchemas, userRequestSchemas, type UserAction } from '../../../../src/shared/admin/users.ts';
import { act, defineAct, type Act } from '../act.ts';
import { createAct } from './create.ts';

const listAct = defineAct(userRequestSchemas.list, (context, { search, role, plan, ...page }) =>
  act(context, 'list_users', { filter: { search, role, plan }, ...page }, userReplySchemas.list),
);

/** An act on one account, by the SQL function that bulk operations call for each account. */
const actOn = (
  type: UserAction,
  body: z.ZodType<{ readonly user: string }>,
  reply: z.ZodType = userReplySchemas['set-role'],
): Act =>
  defineAct(body, (context, { user, ...details }) =>
    act(context, 'act_on_user', { target_user: user, act: { type, ...details } }, reply),
  );

const showAct = defineAct(userRequestSchemas.show, (context, { user }) =>
  act(context, 'show_user', { target_user: user }, userReplySchemas.show),
);

const setBudgetAct = defineAct(userRequestSchemas['set-budget'], (context, { user, ...budget }) =>
  act(context, 'set_user_budget', { target_user: user, ...budget }, userReplySchemas['set-budget']),
);

const acts: Readonly<Record<UserAction, Act>> = {
  list: listAct,
  show: showAct,
  'set-budget': setBudgetAct,
  create: createAct,
  delete: actOn('delete', userRequestSchemas.delete, userReplySchemas.delete),
  'set-role': actOn('set-role', userRequestSchemas['set-role']),
  'set-plan': actOn('set-plan', userRequestSchemas['set-plan']),
  restrict: actOn('restrict', userRequestSchemas.restrict),
  lift: actOn('lift', userRequestSchemas.lift),
  'reset-password': actOn('reset-password', userRequestSchemas['reset-password']),
  'set-verified': actOn('set-verified', userRequestSchemas['set-verified']),
};

/** `admin/users/<action>`: one account. */
export const userActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));
