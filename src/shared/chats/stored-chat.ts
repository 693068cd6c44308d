import { z } from 'zod';
import { storedMessageParameters, storedParameters } from './chat-parameters.ts';

export const chatColumns =
  'id, title, project_id, created_at, updated_at, pinned_at, archived_at, active_message_id, model_id, vendor_id, parameters';
export const messageColumns =
  'id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at, seq, parameters, usage';

export const chatRow = z.object({
  id: z.string(),
  title: z.string(),
  /** Missing in chats that another service exported. */
  project_id: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  pinned_at: z.string().nullable(),
  archived_at: z.string().nullable(),
  active_message_id: z.string().nullable(),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  parameters: storedParameters,
});
export type ChatRow = z.infer<typeof chatRow>;

export const messageRow = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  status: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  unavailable_vendor: z.string().nullable(),
  content_format: z.enum(['plain', 'encrypted']),
  created_at: z.string(),
  seq: z.number(),
  parameters: storedMessageParameters,
  /** Null for messages that no model wrote. */
  usage: z.object({ instructions: z.array(z.string()).optional() }).nullish(),
});
export type MessageRow = z.infer<typeof messageRow>;

export const storedChatSchema = chatRow.extend({ messages: z.array(messageRow) });
export type StoredChat = z.infer<typeof storedChatSchema>;
