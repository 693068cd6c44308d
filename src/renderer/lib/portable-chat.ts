import { noProject } from '../../shared/brand.ts';
import type { ChatParameters } from '../../shared/chats/chat-parameters.ts';
import { splitReply } from './memory-lines.ts';
import type { ChatRow, MessageRow } from '../../shared/chats/stored-chat.ts';

/** The format-independent form of a chat for import and export. Times are ISO 8601. */
export interface PortableChat {
  readonly id: string;
  readonly title: string;
  /** Missing if the chat is in no project. Imports ignore it, because the project may not exist. */
  readonly projectId?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pinnedAt: string | null;
  readonly archivedAt: string | null;
  /** The last message of the active branch. */
  readonly activeMessageId: string | null;
  readonly modelId: string | null;
  /** The vendor of the model. Null for the active vendor. */
  readonly vendorId: string | null;
  readonly parameters: ChatParameters | null;
  /** All versions, with parents before their children. */
  readonly messages: readonly PortableMessage[];
}

export interface PortableMessage {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: MessageRow['role'];
  readonly content: string;
  readonly status: MessageRow['status'];
  readonly modelId: string | null;
  readonly vendorId: string | null;
  readonly unavailableVendor: string | null;
  readonly contentFormat: 'plain' | 'encrypted';
  readonly createdAt: string;
  /** Set only if the user picked a persona for the message. */
  readonly parameters?: ChatParameters;
  readonly attachments?: readonly PortableFile[];
}

/** Describes an attached file, without its content. */
export interface PortableFile {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /** The file's path in an archive. */
  readonly file?: string;
}

export const toPortableChat = (row: ChatRow, messages: readonly PortableMessage[]): PortableChat => ({
  id: row.id,
  title: row.title,
  ...(row.project_id && row.project_id !== noProject && { projectId: row.project_id }),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  pinnedAt: row.pinned_at,
  archivedAt: row.archived_at,
  activeMessageId: row.active_message_id,
  modelId: row.model_id,
  vendorId: row.vendor_id,
  parameters: row.parameters,
  messages,
});

export const toPortableMessage = (row: MessageRow): PortableMessage => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role,
  content: splitReply(row).text,
  status: row.status,
  modelId: row.model_id,
  vendorId: row.vendor_id,
  unavailableVendor: row.unavailable_vendor,
  contentFormat: row.content_format,
  createdAt: row.created_at,
  ...(row.parameters && { parameters: row.parameters }),
});
