import { z } from 'zod';
import { storedParameters } from '../../../../shared/chats/chat-parameters.ts';
import { modelChoice } from '../../../lib/model-choice.ts';
import { attachmentSchema } from '../attachments/attachment.ts';
import type { Chat, Message } from '../chat.ts';
import { type Operation, operationSchema } from '../outbox/operation.ts';
import type { StoredBranch } from './database.ts';

const chat = z.object({
  id: z.string(),
  title: z.string(),
  // Properties with a default are missing in rows of earlier app versions.
  projectId: z.string().nullable().default(null),
  createdAt: z.string(),
  updatedAt: z.string(),
  pinnedAt: z.string().nullable(),
  archivedAt: z.string().nullable().default(null),
  model: modelChoice.nullable().default(null),
  parameters: storedParameters,
}) satisfies z.ZodType<Chat>;

const message = z.object({
  id: z.string(),
  chatId: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  end: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
  modelId: z.string().nullable(),
  vendorId: z.string().nullable(),
  unavailableVendor: z.string().nullable(),
  createdAt: z.string(),
  seq: z.number(),
  parentId: z.string().nullable().exactOptional(),
  reasoningMs: z.number().exactOptional(),
  versions: z.array(z.string()).exactOptional(),
  attachments: z.array(attachmentSchema).exactOptional(),
}) satisfies z.ZodType<Message>;

const branch = z.object({
  chatId: z.string(),
  seqs: z.array(z.number()),
  usedAt: z.number(),
  bytes: z.number(),
}) satisfies z.ZodType<StoredBranch>;

/**
 * Reads rows that match a schema. Damaged rows and rows of incompatible app versions are left out, because
 * the service still has them.
 */
const readerOf =
  <Row>(schema: z.ZodType<Row>) =>
  (rows: readonly unknown[]): Row[] =>
    rows.flatMap((row) => {
      const { data } = schema.safeParse(row);
      return data === undefined ? [] : [data];
    });

export const chatsOf = readerOf<Chat>(chat);
export const messagesOf = readerOf<Message>(message);
export const branchesOf = readerOf<StoredBranch>(branch);
export const operationsOf = readerOf<Operation>(operationSchema);
