import { queryOptions } from '@tanstack/react-query';
import { roleReplySchemas, type roleRequestSchemas } from '../../../../shared/admin/roles.ts';
import { defineActs } from '../data/define-acts.ts';

const actOnRoles = defineActs<typeof roleRequestSchemas, typeof roleReplySchemas>('roles', roleReplySchemas);

export const roleQueries = {
  list: () => queryOptions({ queryKey: ['admin', 'roles'], queryFn: () => actOnRoles('list', {}) }),
};
