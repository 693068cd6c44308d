import { z } from 'zod';
import { adminUserSchema, userIdSchema } from './users.ts';

/** A read-only look at an account: at most 60 minutes, each page of it logged, one at a time for an administrator. */
export const viewSessionSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type ViewSession = z.infer<typeof viewSessionSchema>;

/** `POST /functions/v1/admin/users/<action>`. */
export const impersonationActions = [
  'impersonate',
  'current-impersonation',
  'end-impersonation',
  'view',
] as const;
export type ImpersonationAction = (typeof impersonationActions)[number];

export const viewPages = ['account', 'chats', 'messages'] as const;

export const impersonationRequestSchemas = {
  impersonate: z.object({ user: userIdSchema }),
  /** The own view that is open, after a reload say. */
  'current-impersonation': z.object({}),
  /** Ends the own open view; none is no mistake. */
  'end-impersonation': z.object({}),
  view: z.discriminatedUnion('page', [
    z.object({ session: z.uuid(), page: z.literal('account') }),
    /** Newest first, 50 a page; `before` is the last chat of the page before. */
    z.object({ session: z.uuid(), page: z.literal('chats'), before: z.uuid().optional() }),
    /** Of one chat, newest first, 50 a page; `before` is the last message of the page before. */
    z.object({
      session: z.uuid(),
      page: z.literal('messages'),
      chat: z.uuid(),
      before: z.uuid().optional(),
    }),
  ]),
} as const satisfies Readonly<Record<ImpersonationAction, z.ZodType>>;

/** Null where the text is withheld: the person has not let support see chats. */
const withheld = z.string().nullable();

const viewedChatSchema = z.object({
  id: z.string(),
  title: withheld,
  messages: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
const viewedMessageSchema = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  content: withheld,
  /** Characters. */
  length: z.number(),
  status: z.string(),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  created_at: z.string(),
});

export const impersonationReplySchemas = {
  /** Refused with `self`, `admin` (never of an administrator) and `nested` (one is open already). */
  impersonate: z.object({ session: viewSessionSchema, user: adminUserSchema }),
  'current-impersonation': z.object({
    session: viewSessionSchema.nullable(),
    user: adminUserSchema.nullable(),
  }),
  'end-impersonation': z.object({ ended: z.boolean() }),
  /** Refused with `view_over` once it was ended or the 60 minutes are over. */
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
} as const satisfies Readonly<Record<ImpersonationAction, z.ZodType>>;
