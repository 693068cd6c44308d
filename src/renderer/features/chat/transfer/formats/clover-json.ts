import { z } from 'zod';
import type { PortableChat } from '../../../../lib/portable-chat.ts';

/** What our file says it is. */
const format = 'clover-chats';
const version = 1;

const time = z.iso.datetime({ offset: true });
const message = z.object({
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
});
export const cloverChat = z.object({
  id: z.guid(),
  title: z.string(),
  createdAt: time,
  updatedAt: time,
  pinnedAt: time.nullable(),
  activeMessageId: z.guid().nullable(),
  messages: z.array(message),
});
const cloverFile = z.object({
  format: z.literal(format),
  version: z.literal(version),
  chats: z.array(z.unknown()),
});

/** Our own file without its chats, which may be too many to be written at once. */
export function cloverJsonFrame(exportedAt: Date) {
  const about = JSON.stringify({ format, version, exportedAt: exportedAt.toISOString() });
  return { head: `${about.slice(0, -1)},"chats":[\n`, between: ',\n', foot: '\n]}\n' } as const;
}

/** One chat of our own file: everything that it is made of, to be imported again here or elsewhere. */
export const toCloverJsonItem = (chat: PortableChat): string => JSON.stringify(chat, null, 1);

/** Our own file as a whole. */
export function toCloverJson(chats: readonly PortableChat[], exportedAt: Date): string {
  const { head, between, foot } = cloverJsonFrame(exportedAt);
  return head + chats.map(toCloverJsonItem).join(between) + foot;
}

/** The chats of our own file, each still to be checked; null for another file. */
export function cloverChats(file: unknown): readonly unknown[] | null {
  return cloverFile.safeParse(file).data?.chats ?? null;
}

/** Null for a chat that our own export did not write so. */
export function readCloverChat(chat: unknown): PortableChat | null {
  return cloverChat.safeParse(chat).data ?? null;
}
