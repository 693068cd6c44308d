import { roleReplySchemas, roleRequestSchemas } from '../../../src/shared/admin/roles.ts';
import { defineActions } from './action.ts';

export const roleActions = defineActions(roleRequestSchemas, roleReplySchemas, {
  list: (_, { call }) => call('list_roles', {}),
});
