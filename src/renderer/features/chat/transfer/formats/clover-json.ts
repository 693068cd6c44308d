import { z } from 'zod';
import { storedMessageParameters, storedParameters } from '../../../../../shared/chats/chat-parameters.ts';
import { filesLine } from './files-line.ts';
import type { PortableChat } from '../../../../lib/portable-chat.ts';

/** Identifies the format of an exported JSON file. */
const format = 'clover-chats';
const version = 1;

const time = z.iso.datetime({ offset: true });
const message = z
  .object({
    id: z.guid(),
    parentId: z.guid().nullable(),
    role: z.enum(['user', 'assistant', 'system']),
    content: z.string(),
    status: z.enum(['complete', 'length', 'stopped', 'interrupted', 'failed']),
    modelId: z.string().nullable(),
    vendorId: z.string().nullable(),
    unavailableVendor: z.string().nullable(),
    contentFormat: z.enum(['plain', 'encrypted']),
    createdAt: time,
    parameters: storedMessageParameters,
    attachments: z.array(z.object({ name: z.string() })).catch([]),
  })
  // Files are not imported. If a message has no text, the names of its files replace it, because it can't be
  // blank.
  .transform(({ attachments, content, parameters, ...rest }) => ({
    ...rest,
    ...(parameters && rest.role === 'user' && { parameters }),
    content: content === '' && rest.role === 'user' ? filesLine(attachments) : content,
  }));
const cloverChat = z.object({
  id: z.guid(),
  title: z.string(),
  createdAt: time,
  updatedAt: time,
  pinnedAt: time.nullable(),
  // Older files don't have this value.
  archivedAt: time.nullable().default(null),
  activeMessageId: z.guid().nullable(),
  // Older files don't have these values. A damaged value is left out, so that the chat is not lost.
  modelId: z.string().max(200).regex(/\S/).nullable().catch(null),
  vendorId: z.string().max(100).regex(/\S/).nullable().catch(null),
  parameters: storedParameters,
  messages: z.array(message),
});
const cloverFile = z.object({
  format: z.literal(format),
  version: z.literal(version),
  chats: z.array(z.unknown()),
});

/**
 * Returns the file's text before, between and after its chats. The chats are written separately, because there may be
 * too many to write in one call.
 */
export function cloverJsonFrame(exportedAt: Date) {
  const about = JSON.stringify({ format, version, exportedAt: exportedAt.toISOString() });
  return { head: `${about.slice(0, -1)},"chats":[\n`, between: ',\n', foot: '\n]}\n' } as const;
}

export const toCloverJsonItem = (chat: PortableChat): string => JSON.stringify(chat, null, 1);

export function toCloverJson(chats: readonly PortableChat[], exportedAt: Date): string {
  const { head, between, foot } = cloverJsonFrame(exportedAt);
  return head + chats.map(toCloverJsonItem).join(between) + foot;
}

/** Returns the chats of this app's own export without validating them. Null for other files. */
export function cloverChats(file: unknown): readonly unknown[] | null {
  return cloverFile.safeParse(file).data?.chats ?? null;
}

export function readCloverChat(chat: unknown): PortableChat | null {
  return cloverChat.safeParse(chat).data ?? null;
}
