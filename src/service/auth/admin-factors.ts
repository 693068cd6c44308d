import { json } from '../http/json.ts';
import { userIdOf, userNotFound } from './admin-users.ts';
import { requireServiceRole } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { lockFactor, removeFactor } from './factors.ts';
import { findUserById } from './users.ts';

/** `GET /admin/users/:id/factors`: a user's second factors, never their secrets. */
export const listFactorsOfUser: AuthHandler = async (call, { database }) => {
  requireServiceRole(call);
  const user = await findUserById(database, userIdOf(call));
  if (!user) throw userNotFound();
  return json(user.factors);
};

/** `DELETE /admin/users/:id/factors/:factor`: for somebody who has lost his second factor. */
export const deleteFactorOfUser: AuthHandler = async (call, { database, clock }) => {
  requireServiceRole(call);
  const userId = userIdOf(call);
  const id = await database.transaction(async (tx) => {
    const factor = await lockFactor(tx, userId, call.path['factor']);
    await removeFactor(tx, factor.id, clock());
    return factor.id;
  });
  return json({ id });
};
