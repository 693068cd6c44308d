import { z } from 'zod';
import { momentSchema, pageFields, totalFields } from './paging.ts';
import { reasonSchema, restrictionTypes, userFilterSchema, userIdSchema, userRoleSchema } from './users.ts';

/** Accounts of one operation. */
const largestBulk = 10_000;

/** The action on each account of the selection. */
const bulkOperationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('set-role'), role: userRoleSchema, granted: z.boolean() }),
  z.object({
    type: z.literal('restrict'),
    restriction_type: z.enum(restrictionTypes),
    reason: reasonSchema.min(1, 'Enter a reason.'),
    expires_at: momentSchema,
  }),
  z.object({ type: z.literal('lift') }),
  z.object({ type: z.literal('delete') }),
  z.object({ type: z.literal('reset-password') }),
  z.object({ type: z.literal('set-verified'), verified: z.boolean() }),
  z.object({ type: z.literal('set-plan'), plan: z.enum(['starter', 'professional']) }),
]);
export type BulkOperation = z.infer<typeof bulkOperationSchema>;

/** `POST /functions/v1/admin/users/<action>`. */
export const bulkRequestSchemas = {
  /** Saves the targets only. Repeating it with the same id changes nothing. */
  'bulk-start': z.object({
    /** Chosen by the client. */
    id: z.uuid(),
    operation: bulkOperationSchema,
    targets: z.union([
      z
        .array(userIdSchema)
        .min(1, 'Choose at least one account.')
        .max(largestBulk, `One operation takes at most ${largestBulk.toLocaleString('en')} accounts.`),
      z.object({ filter: userFilterSchema }),
    ]),
  }),
  /**
   * Processes the next accounts in one transaction: call it until `status` is `completed`. After a crash, any
   * administrator may continue; each account is processed once.
   */
  'bulk-step': z.object({ id: z.uuid(), count: z.number().int().min(1).max(200).default(50) }),
  'bulk-status': z.object({ id: z.uuid() }),
  /** Newest first. */
  'bulk-list': z.object({ ...pageFields }),
} as const;

/** The progress of an operation. */
const bulkStateSchema = z.object({
  id: z.string(),
  admin_id: z.string(),
  operation_type: z.string(),
  operation_details: z.record(z.string(), z.unknown()),
  status: z.enum(['in_progress', 'completed']),
  total_count: z.number(),
  /** Processed accounts, refused ones included. */
  progress: z.number(),
  refused: z.number(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
});
export type BulkState = z.infer<typeof bulkStateSchema>;

const state = z.object({
  operation: bulkStateSchema,
  /** The first 100 refused accounts, each with the reason as a message. */
  refusals: z.array(z.object({ user_id: z.string(), message: z.string() })),
});

export const bulkReplySchemas = {
  'bulk-start': state,
  'bulk-step': state,
  'bulk-status': state,
  'bulk-list': z.object({ operations: z.array(bulkStateSchema), ...totalFields }),
} as const;
