import { roleReplySchemas, roleRequestSchemas, type RoleAction } from '../../../src/shared/admin/roles.ts';
import { act, defineAct, type Act } from './act.ts';

const acts: Readonly<Record<RoleAction, Act>> = {
  list: defineAct(roleRequestSchemas.list, (context) =>
    act(context, 'list_roles', {}, roleReplySchemas.list),
  ),
};

/** `admin/roles/<action>`. */
export const roleActs: ReadonlyMap<string, Act> = new Map(Object.entries(acts));
