import { z } from 'zod';
import { userRoleSchema } from './users.ts';

/** One row-level security policy of the database. */
const permissionSchema = z.object({
  table: z.string(),
  operation: z.enum(['select', 'insert', 'update', 'delete']),
  /** `anon`: everyone; `authenticated`: all signed-in users. */
  database_role: z.string(),
  /** A sentence that describes the policy, e.g. "Users can read their own roles, administrators every role". */
  sentence: z.string(),
  /** Whether the policy gives administrators more rights than others. */
  names_administrators: z.boolean(),
});
export type Permission = z.infer<typeof permissionSchema>;

const roleEntrySchema = z.object({ role: userRoleSchema, members: z.number() });
export type RoleEntry = z.infer<typeof roleEntrySchema>;

/** `POST /functions/v1/admin/roles/<action>`. For a role's members, call `users/list` with `role`. */
export const roleRequestSchemas = {
  list: z.object({}),
} as const;

export const roleReplySchemas = {
  list: z.object({
    roles: z.array(roleEntrySchema),
    permissions: z.array(permissionSchema),
    /** The SQL functions behind the admin actions, with their comments. */
    acts: z.array(z.object({ name: z.string(), sentence: z.string() })),
  }),
} as const;
