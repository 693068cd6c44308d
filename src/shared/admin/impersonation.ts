import { z } from 'zod';
import { adminUserSchema, userIdSchema } from './users.ts';

/** A read-only view of an account for at most 60 minutes. Each page is logged. An administrator can have only one. */
const viewSessionSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type ViewSession = z.infer<typeof viewSessionSchema>;

/** `POST /functions/v1/admin/users/<action>`. */
export const impersonationRequestSchemas = {
  impersonate: z.object({ user: userIdSchema }),
  /** Returns the administrator's open view, e.g. after a page reload. */
  'current-impersonation': z.object({}),
  /** Ends the administrator's open view, if there is one. */
  'end-impersonation': z.object({}),
  view: z.discriminatedUnion('page', [
    z.object({ session: z.uuid(), page: z.literal('account') }),
    /** Lists chats, newest first, 50 per page. `before` is the last chat of the previous page. */
    z.object({ session: z.uuid(), page: z.literal('chats'), before: z.uuid().optional() }),
    /** Lists a chat's messages, newest first, 50 per page. `before` is the last message of the previous page. */
    z.object({
      session: z.uuid(),
      page: z.literal('messages'),
      chat: z.uuid(),
      before: z.uuid().optional(),
    }),
  ]),
} as const;

/** Null unless the user has given support consent. */
const consentedText = z.string().nullable();

const viewedChatSchema = z.object({
  id: z.string(),
  title: consentedText,
  messages: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
const viewedMessageSchema = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  content: consentedText,
  /** Length of the text in characters. */
  length: z.number(),
  status: z.string(),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  created_at: z.string(),
});

export const impersonationReplySchemas = {
  /**
   * Refusals: `self` for your own account, `admin` for the account of an administrator, `nested` if a view is already
   * open.
   */
  impersonate: z.object({ session: viewSessionSchema, user: adminUserSchema }),
  'current-impersonation': z.object({
    session: viewSessionSchema.nullable(),
    user: adminUserSchema.nullable(),
  }),
  'end-impersonation': z.object({ ended: z.boolean() }),
  /** Refused with `view_over` once the view has ended. */
  view: z.discriminatedUnion('page', [
    z.object({
      page: z.literal('account'),
      user: adminUserSchema,
      consents: z.boolean(),
      chats: z.number(),
      messages: z.number(),
    }),
    z.object({
      page: z.literal('chats'),
      consents: z.boolean(),
      chats: z.array(viewedChatSchema),
      has_more: z.boolean(),
    }),
    z.object({
      page: z.literal('messages'),
      consents: z.boolean(),
      messages: z.array(viewedMessageSchema),
      has_more: z.boolean(),
    }),
  ]),
} as const;
