import { z } from 'zod';
import { noProject } from '../../../shared/brand.ts';
import { type ChatParameters, storedParameters } from '../../../shared/chats/chat-parameters.ts';
import type { ModelChoice } from '../../lib/model-choice.ts';
import { type Attachment, attachmentRow } from './attachments/attachment.ts';

export interface Chat {
  readonly id: string;
  readonly title: string;
  readonly projectId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pinnedAt: string | null;
  readonly archivedAt: string | null;
  /** Null if no model was chosen for the chat. The user's default model then replies. */
  readonly model: ModelChoice | null;
  /** Null if all parameters have their default values. */
  readonly parameters: ChatParameters | null;
}

/** The parts of a chat that its replies depend on. */
export type ChatSettings = Pick<Chat, 'parameters' | 'projectId'>;

/** True if the sidebar lists the chat: it is not archived, and in no project unless it is pinned. */
export const isListed = ({ archivedAt, projectId, pinnedAt }: Chat): boolean =>
  !archivedAt && (!projectId || pinnedAt !== null);

/** The position after a page of chats: the page's last chat. */
export type ChatCursor = Pick<Chat, 'id' | 'updatedAt'>;

export interface ChatPage {
  readonly chats: readonly Chat[];
  readonly next: ChatCursor | null;
}

export type MessageRole = 'user' | 'assistant' | 'system';

/** How a stored reply ended. The user's own messages are always complete. */
export type MessageEnd = 'complete' | 'length' | 'stopped' | 'interrupted' | 'failed';

/** Unknown values are absent. */
export interface ReplyUsage {
  /** Milliseconds from the request to the end of the reply. */
  readonly milliseconds?: number | undefined;
  readonly prompt_tokens?: number | undefined;
  /** Includes reasoning tokens. */
  readonly completion_tokens?: number | undefined;
  readonly reasoning_tokens?: number | undefined;
  readonly cached_tokens?: number | undefined;
  /** True if the vendor reported no token counts. */
  readonly is_estimated?: boolean | undefined;
  /** Billionths of a US dollar. */
  readonly cost?: number | undefined;
  readonly is_cost_estimated?: boolean | undefined;
  /** True if the reply used the user's own key or their own server. */
  readonly is_own_key?: boolean | undefined;
  /** Why `unavailableVendor` did not reply: an HTTP status, `timeout` or `network`. */
  readonly unavailable_reason?: string | undefined;
  /** The instructions that were sent in addition to the chat's. */
  readonly instructions?: string[] | undefined;
}

export interface Message {
  readonly id: string;
  readonly chatId: string;
  readonly role: MessageRole;
  readonly content: string;
  readonly end: MessageEnd;
  readonly modelId: string | null;
  readonly vendorId: string | null;
  /** The display name of the vendor that was unavailable, if another vendor replied instead. */
  readonly unavailableVendor: string | null;
  readonly createdAt: string;
  /** The order in which messages arrived, for messages with the same `createdAt`. */
  readonly seq: number;
  /**
   * The id of the previous message. Null for the first message. Absent in temporary chats, which have no
   * branches.
   */
  readonly parentId?: string | null;
  /**
   * How long the model thought, in ms. 0 if unknown, absent if it did not think. The reasoning itself loads
   * when the user opens it.
   */
  readonly reasoningMs?: number;
  readonly usage?: ReplyUsage;
  /** The ids of all versions of the message, oldest first. */
  readonly versions?: readonly string[];
  /** The user's attached files. Absent if there are none. */
  readonly attachments?: readonly Attachment[];
  /** The persona that the user picked for the message. Replies to it use these parameters instead of the chat's. */
  readonly parameters?: ChatParameters;
}

export const chatColumns =
  'id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters';
export const messageColumns =
  'id, chat_id, role, content, status, model_id, vendor_id, unavailable_vendor, created_at, seq, parent_id, reasoning_ms, usage, parameters';

const optionalNumber = z.number().optional();
const optionalBoolean = z.boolean().optional();
const usageSchema = z.object({
  milliseconds: optionalNumber,
  prompt_tokens: optionalNumber,
  completion_tokens: optionalNumber,
  reasoning_tokens: optionalNumber,
  cached_tokens: optionalNumber,
  is_estimated: optionalBoolean,
  cost: optionalNumber,
  is_cost_estimated: optionalBoolean,
  is_own_key: optionalBoolean,
  unavailable_reason: z.string().optional(),
  instructions: z.array(z.string()).optional(),
});

/** Rows are validated here, so that an incompatible version of the service causes an error immediately. */
export const chatRow = z
  .object({
    id: z.string(),
    title: z.string(),
    project_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    pinned_at: z.string().nullable(),
    archived_at: z.string().nullable(),
    model_id: z.string().nullable(),
    vendor_id: z.string().nullable(),
    parameters: storedParameters,
  })
  .transform((row): Chat => ({
    id: row.id,
    title: row.title,
    projectId: row.project_id === noProject ? null : row.project_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pinnedAt: row.pinned_at,
    archivedAt: row.archived_at,
    model: row.model_id === null ? null : { id: row.model_id, vendorName: row.vendor_id },
    parameters: row.parameters,
  }));

export const messageRow = z
  .object({
    id: z.string(),
    chat_id: z.string(),
    role: z.enum(['user', 'assistant', 'system']),
    content: z.string(),
    status: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
    model_id: z.string().nullable(),
    vendor_id: z.string().nullable(),
    unavailable_vendor: z.string().nullable(),
    created_at: z.string(),
    seq: z.number(),
    parent_id: z.string().nullable(),
    versions: z.array(z.string()).nullish(),
    reasoning_ms: z.number().nullish(),
    usage: usageSchema.nullish(),
    attachments: z.array(attachmentRow).nullish(),
    parameters: storedParameters,
  })
  .transform((row): Message => ({
    id: row.id,
    chatId: row.chat_id,
    role: row.role,
    content: row.content,
    end: row.status,
    modelId: row.model_id,
    vendorId: row.vendor_id,
    unavailableVendor: row.unavailable_vendor,
    createdAt: row.created_at,
    seq: row.seq,
    parentId: row.parent_id,
    ...(typeof row.reasoning_ms === 'number' && { reasoningMs: row.reasoning_ms }),
    ...(row.usage && { usage: row.usage }),
    ...(row.versions && { versions: row.versions }),
    ...(row.attachments?.length && { attachments: row.attachments }),
    ...(row.parameters && { parameters: row.parameters }),
  }));
