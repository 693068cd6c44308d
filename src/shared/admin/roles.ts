import { z } from 'zod';
import { userRoleSchema } from './users.ts';

/** Who may do what: `POST /functions/v1/admin/roles/<action>`. Members of a role: `users/list` with `role`. */
export const roleActions = ['list'] as const;
export type RoleAction = (typeof roleActions)[number];

/** A rule of the database as it stands there now. */
const permissionSchema = z.object({
  table: z.string(),
  operation: z.enum(['select', 'insert', 'update', 'delete']),
  /** Who it is for: `anon` is everybody, `authenticated` everybody who is signed in. */
  database_role: z.string(),
  /** The policy's own sentence, e.g. "Users can read their own roles, administrators every role". */
  sentence: z.string(),
  /** Whether the rule gives administrators more than others. */
  names_administrators: z.boolean(),
});
export type Permission = z.infer<typeof permissionSchema>;

export const roleRequestSchemas = {
  list: z.object({}),
} as const satisfies Readonly<Record<RoleAction, z.ZodType>>;

export const roleReplySchemas = {
  list: z.object({
    roles: z.array(z.object({ role: userRoleSchema, members: z.number() })),
    permissions: z.array(permissionSchema),
    /** Acts that only administrators can do, by their SQL functions, e.g. `set_user_role` with its comment. */
    acts: z.array(z.object({ name: z.string(), sentence: z.string() })),
  }),
} as const satisfies Readonly<Record<RoleAction, z.ZodType>>;
