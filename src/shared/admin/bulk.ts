import { z } from 'zod';
import { timeSchema, pageFields, totalFields } from './paging.ts';
import { reasonSchema, restrictionTypes, userFilterSchema, userIdSchema, userRoleSchema } from './users.ts';

const maxBulkAccounts = 10_000;

const bulkOperationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('set-role'), role: userRoleSchema, granted: z.boolean() }),
  z.object({
    type: z.literal('restrict'),
    restriction_type: z.enum(restrictionTypes),
    reason: reasonSchema.min(1, 'Enter a reason.'),
    expires_at: timeSchema,
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
  /** Saves the selected accounts without processing them. A repeated request with the same id changes nothing. */
  'bulk-start': z.object({
    id: z.uuid(),
    operation: bulkOperationSchema,
    targets: z.union([
      z
        .array(userIdSchema)
        .min(1, 'Choose at least one account.')
        .max(maxBulkAccounts, `Choose at most ${maxBulkAccounts.toLocaleString('en')} accounts.`),
      z.object({ filter: userFilterSchema }),
    ]),
  }),
  /**
   * Processes the next accounts in one transaction. Call it until `status` is `completed`. If the administrator's
   * page crashes, any administrator may continue; no account is processed twice.
   */
  'bulk-step': z.object({ id: z.uuid(), count: z.number().int().min(1).max(200).default(50) }),
  'bulk-status': z.object({ id: z.uuid() }),
  'bulk-list': z.object({ ...pageFields }),
} as const;

const bulkStateSchema = z.object({
  id: z.string(),
  admin_id: z.string(),
  operation_type: z.string(),
  operation_details: z.record(z.string(), z.unknown()),
  status: z.enum(['in_progress', 'completed']),
  total_count: z.number(),
  /** Processed accounts, including refused ones. */
  progress: z.number(),
  refused: z.number(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
});
export type BulkState = z.infer<typeof bulkStateSchema>;

const stateReply = z.object({
  operation: bulkStateSchema,
  /** The first 100 refused accounts, each with a message that gives the reason. */
  refusals: z.array(z.object({ user_id: z.string(), message: z.string() })),
});

export const bulkReplySchemas = {
  'bulk-start': stateReply,
  'bulk-step': stateReply,
  'bulk-status': stateReply,
  'bulk-list': z.object({ operations: z.array(bulkStateSchema), ...totalFields }),
} as const;
