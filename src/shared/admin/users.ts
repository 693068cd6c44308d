import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { exportSchema, timeSchema, pageFields, searchTextSchema, totalFields } from './paging.ts';

export const userRoles = ['admin', 'banned', 'restricted'] as const;
export const userRoleSchema = z.enum(userRoles);
export type UserRole = z.infer<typeof userRoleSchema>;

export const restrictionTypes = ['ban', 'restrict'] as const;

const restrictionSchema = z.object({
  id: z.string(),
  restriction_type: z.enum(restrictionTypes),
  reason: z.string().nullable(),
  expires_at: z.string(),
  created_by: z.string().nullable(),
  created_at: z.string(),
});
export type Restriction = z.infer<typeof restrictionSchema>;

/** An account as administrators see it, without chats, keys or passwords. */
export const adminUserSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  is_guest: z.boolean(),
  email_verified: z.boolean(),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  plan: z.enum(['guest', 'starter', 'professional']),
  plan_ends_at: z.string().nullable(),
  roles: z.array(userRoleSchema),
  /** Combines roles and restrictions; the strictest one applies. */
  access: z.enum(['active', 'restricted', 'banned']),
  restrictions: z.array(restrictionSchema),
  /** Whether the user must choose a new password before anything else. */
  forced_password_reset: z.boolean(),
  /** Replies in the last 30 days. */
  requests: z.number(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Selects the accounts of a list or a bulk operation. */
const userFilterFields = {
  /** An id, or part of an email or a name. Fewer than three characters match only the start. */
  search: searchTextSchema,
  role: userRoleSchema.optional(),
  plan: z.enum(['guest', 'starter', 'professional']).optional(),
} as const;
export const userFilterSchema = z.object(userFilterFields);
export type UserFilter = z.infer<typeof userFilterSchema>;

export const userSorts = ['created_at', 'email', 'name', 'last_sign_in_at'] as const;
export type UserSort = (typeof userSorts)[number];

export const userIdSchema = z.uuid('Choose an account.');

export const reasonSchema = z
  .string()
  .overwrite(toStorable)
  .trim()
  .max(500, 'Use at most 500 characters for the reason.')
  // The audit log outlives its users, so it must not identify them.
  .regex(
    /^(?![^]*[^\s@"]@[^\s@"]+\.[^\s@"])/,
    'Remove email addresses from the reason. The log keeps it after the account is deleted.',
  );

/** Tokens and US dollars per UTC month; null for the plan's limits. */
const budgetFields = {
  tokens_per_month: z.number().int().min(0).max(1e12).nullable(),
  cost_per_month: z.number().min(0).max(1e6).nullable(),
} as const;

/** The body of `POST /functions/v1/admin/users/<action>`. */
export const userRequestSchemas = {
  list: z.object({
    ...userFilterFields,
    sort: z.enum(userSorts).default('created_at'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    ...pageFields,
  }),
  /** Exports at most 10,000 accounts that match the filter. The export itself is logged. */
  export: userFilterSchema,
  show: z.object({ user: userIdSchema }),
  /**
   * The new account has no password: its owner sets one by email. Otherwise the administrator could sign in as them.
   */
  create: z.object({
    /** The client chooses the id, so that a repeated request does not create a second account. */
    id: z.uuid(),
    email: z.email('Enter an email address.').max(255),
    name: z
      .string()
      .overwrite(toStorable)
      .trim()
      .max(100, 'Use at most 100 characters for the name.')
      .optional(),
    roles: z.array(userRoleSchema).max(3).default([]),
    plan: z.enum(['starter', 'professional']).default('starter'),
  }),
  delete: z.object({ user: userIdSchema }),
  /**
   * Grants or removes a role. Succeeds if nothing has to change (DATA-039). `banned` also sets the auth service's own
   * ban. Refusals: `self` for your own roles, `last_admin` if no administrator would remain.
   */
  'set-role': z.object({
    user: userIdSchema,
    role: userRoleSchema,
    granted: z.boolean(),
    reason: reasonSchema.optional(),
  }),
  'set-plan': z.object({
    user: userIdSchema,
    plan: z.enum(['starter', 'professional']),
    /** Null if the plan has no end date. */
    ends_at: timeSchema.nullable().default(null),
  }),
  'set-budget': z.object({ user: userIdSchema, ...budgetFields }),
  /** Bans or restricts an account for at least a minute, at most ten years. */
  restrict: z.object({
    user: userIdSchema,
    restriction_type: z.enum(restrictionTypes),
    reason: reasonSchema.min(1, 'Enter a reason.'),
    expires_at: timeSchema,
  }),
  /**
   * Lifts one temporary restriction. Without an id, lifts all of them and removes the roles banned and restricted.
   */
  lift: z.object({ user: userIdSchema, restriction: z.uuid().optional() }),
  /** Ends every session and requires a new password. */
  'reset-password': z.object({ user: userIdSchema }),
  'end-session': z.object({ user: userIdSchema, session: z.uuid() }),
  'set-verified': z.object({ user: userIdSchema, verified: z.boolean() }),
} as const;
export type UserAction = keyof typeof userRequestSchemas;

const oneUserSchema = z.object({ user: adminUserSchema });

/** A sign-in on one device, without its IP address. */
const userSessionSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  last_active_at: z.string(),
  user_agent: z.string().nullable(),
});
export type UserSession = z.infer<typeof userSessionSchema>;

const usageDaySchema = z.object({
  /** UTC: `2026-11-21`. */
  day: z.string(),
  requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  cost: z.number(),
});
export type UsageDay = z.infer<typeof usageDaySchema>;

/**
 * The response to each action. A refusal is `{error: {code, message}}` with a message for the administrator. The codes
 * are `not_found`, `self`, `last_admin`, `guest`, `email_exists`, `weak_password` and `conflict`.
 */
export const userReplySchemas = {
  /** `guests`: the number of guests among all accounts; null if the list is filtered. */
  list: z.object({ users: z.array(adminUserSchema), ...totalFields, guests: z.number().nullable() }),
  export: exportSchema,
  show: oneUserSchema.extend({
    /** The account's budget for this UTC month; null means no limit. */
    budget: z.object({
      tokens_used: z.number(),
      tokens_allowed: z.number().nullable(),
      cost_used: z.number(),
      cost_allowed: z.number().nullable(),
      /** This account's own limits; null if the plan's limits apply. */
      own_tokens: z.number().nullable(),
      own_cost: z.number().nullable(),
    }),
    /** Messages of this UTC day. `allowed` is null if there is no limit. */
    messages: z.object({ used: z.number(), allowed: z.number().nullable() }),
    chats: z.number(),
    api_keys: z.number(),
    /** At most 100 sessions, the most recently used first. */
    sessions: z.array(userSessionSchema),
    /** Days with replies in the last two years, oldest first. */
    usage: z.array(usageDaySchema),
    has_second_factor: z.boolean(),
    consents_to_support: z.boolean(),
    /** Null without encrypted history. */
    encryption: z.enum(['turning_on', 'on', 'turning_off']).nullable(),
  }),
  /** `roles_error`: the message if the new account's roles could not be set. */
  create: oneUserSchema.extend({ roles_error: z.string().nullable() }),
  delete: z.object({ id: z.string() }),
  'set-role': oneUserSchema,
  'set-plan': oneUserSchema,
  'set-budget': oneUserSchema,
  restrict: oneUserSchema,
  lift: oneUserSchema,
  'reset-password': oneUserSchema,
  'end-session': z.object({ id: z.string() }),
  'set-verified': oneUserSchema,
} as const;
