import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { momentSchema, pageFields, searchTextSchema, totalFields } from './paging.ts';

export const userRoles = ['admin', 'banned', 'restricted'] as const;
export const userRoleSchema = z.enum(userRoles);
export type UserRole = z.infer<typeof userRoleSchema>;

export const restrictionTypes = ['ban', 'restrict'] as const;

/** A temporary restriction that is live. */
export const restrictionSchema = z.object({
  id: z.string(),
  restriction_type: z.enum(restrictionTypes),
  reason: z.string().nullable(),
  expires_at: z.string(),
  /** Administrator. */
  created_by: z.string().nullable(),
  created_at: z.string(),
});
export type Restriction = z.infer<typeof restrictionSchema>;

/** An account as administrators see it. Never a chat, a key or a password. */
export const adminUserSchema = z.object({
  id: z.string(),
  /** Null for a guest. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  is_guest: z.boolean(),
  email_verified: z.boolean(),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  plan: z.enum(['guest', 'starter', 'professional']),
  plan_ends_at: z.string().nullable(),
  roles: z.array(userRoleSchema),
  /** What holds now, of roles and restrictions together; the strictest wins. */
  standing: z.enum(['active', 'restricted', 'banned']),
  restrictions: z.array(restrictionSchema),
  /** Whether the person must choose a new password before anything else. */
  forced_password_reset: z.boolean(),
  /** Replies of the last 30 days. */
  requests: z.number(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Which accounts a list or a bulk operation is about. */
export const userFilterFields = {
  /** Part of an address or a name from three characters on, their beginning below; or a whole id. */
  search: searchTextSchema,
  role: userRoleSchema.optional(),
  plan: z.enum(['guest', 'starter', 'professional']).optional(),
} as const;
export const userFilterSchema = z.object(userFilterFields);
export type UserFilter = z.infer<typeof userFilterSchema>;

export const userSorts = ['created_at', 'email', 'name', 'last_sign_in_at'] as const;
export type UserSort = (typeof userSorts)[number];

export const userIdSchema = z.uuid('Choose an account.');
const userId = userIdSchema;

const expirySchema = momentSchema;

export const reasonSchema = z
  .string()
  .overwrite(toStorable)
  .trim()
  .max(500, 'The reason has at most 500 characters.')
  // The audit log outlives its users, so it must not hold what names them.
  .regex(/^(?![^]*[^\s@"]@[^\s@"]+\.[^\s@"])/, 'Leave e-mail addresses out of the reason: the log keeps it.');

/** What administrators do with accounts: `POST /functions/v1/admin/users/<action>`. */
export const userActions = [
  'list',
  'show',
  'create',
  'delete',
  'set-role',
  'set-plan',
  'set-budget',
  'restrict',
  'lift',
  'reset-password',
  'set-verified',
] as const;
export type UserAction = (typeof userActions)[number];

/** Tokens and US dollars of a UTC month; null takes what the plan gives. */
const budgetFields = {
  tokens_per_month: z.number().int().min(0).max(1e12).nullable(),
  cost_per_month: z.number().min(0).max(1e6).nullable(),
} as const;

/** The body of each action. Unknown fields are dropped. */
export const userRequestSchemas = {
  list: z.object({
    ...userFilterFields,
    sort: z.enum(userSorts).default('created_at'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    ...pageFields,
  }),
  show: z.object({ user: userId }),
  /** Without a password: only the owner of the mailbox may choose one, otherwise the administrator could sign in. */
  create: z.object({
    /** Chosen by the client, so that a repeated request makes no second account. */
    id: z.uuid(),
    email: z.email('Enter an e-mail address.').max(255),
    name: z.string().overwrite(toStorable).trim().max(100, 'The name has at most 100 characters.').optional(),
    roles: z.array(userRoleSchema).max(3).default([]),
    plan: z.enum(['starter', 'professional']).default('starter'),
  }),
  delete: z.object({ user: userId }),
  /**
   * Grants or takes a role. A role that is there already, or gone already, is success (DATA-039). `banned` sets and
   * lifts the auth service's own ban too. Refused with `self` and `last_admin`.
   */
  'set-role': z.object({
    user: userId,
    role: userRoleSchema,
    granted: z.boolean(),
    reason: reasonSchema.optional(),
  }),
  'set-plan': z.object({
    user: userId,
    plan: z.enum(['starter', 'professional']),
    /** Null goes on. */
    ends_at: expirySchema.nullable().default(null),
  }),
  'set-budget': z.object({ user: userId, ...budgetFields }),
  /** A ban or a restriction for a time: at least a minute, at most ten years. */
  restrict: z.object({
    user: userId,
    restriction_type: z.enum(restrictionTypes),
    reason: reasonSchema.min(1, 'Enter a reason.'),
    expires_at: expirySchema,
  }),
  /** One temporary restriction; without one, all of them and the roles banned and restricted. */
  lift: z.object({ user: userId, restriction: z.uuid().optional() }),
  /** Ends every session; until a new password is chosen, the account can do nothing else. */
  'reset-password': z.object({ user: userId }),
  'set-verified': z.object({ user: userId, verified: z.boolean() }),
} as const satisfies Readonly<Record<UserAction, z.ZodType>>;

const one = z.object({ user: adminUserSchema });

/**
 * The answer of each action. Refusals are `{error: {code, message}}` with a sentence for the administrator; the codes
 * `not_found`, `self`, `last_admin`, `guest`, `email_exists`, `weak_password`, `conflict`.
 */
export const userReplySchemas = {
  list: z.object({ users: z.array(adminUserSchema), ...totalFields }),
  show: one.extend({
    /** Of this UTC month, and what is allowed: null is no limit. */
    budget: z.object({
      tokens_used: z.number(),
      tokens_allowed: z.number().nullable(),
      cost_used: z.number(),
      cost_allowed: z.number().nullable(),
      /** Limits of this account alone; null takes what the plan gives. */
      own_tokens: z.number().nullable(),
      own_cost: z.number().nullable(),
    }),
    chats: z.number(),
    api_keys: z.number(),
    sessions: z.number(),
    has_second_factor: z.boolean(),
    /** Whether the person lets support see chats. */
    consents_to_support: z.boolean(),
  }),
  /** `roles_error`: the account was made, its roles were not given; a sentence that says why. */
  create: one.extend({ roles_error: z.string().nullable() }),
  delete: z.object({ id: z.string() }),
  'set-role': one,
  'set-plan': one,
  'set-budget': one,
  restrict: one,
  lift: one,
  'reset-password': one,
  'set-verified': one,
} as const satisfies Readonly<Record<UserAction, z.ZodType>>;
