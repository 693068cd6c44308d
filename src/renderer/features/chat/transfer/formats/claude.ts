import { z } from 'zod';
import type { PortableChat, PortableMessage } from '../../../../lib/portable-chat.ts';
import { stableId } from './stable-id.ts';
import { orderTree } from './tree.ts';

const attachment = z.looseObject({
  file_name: z.string().nullish(),
  extracted_content: z.string().nullish(),
});
const message = z.looseObject({
  uuid: z.string(),
  parent_message_uuid: z.string().nullish(),
  sender: z.enum(['human', 'assistant']),
  text: z.string().nullish(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().nullish() })).nullish(),
  attachments: z.array(attachment).nullish(),
  files: z.array(z.looseObject({ file_name: z.string().nullish() })).nullish(),
  created_at: z.string(),
});
const conversation = z.looseObject({
  uuid: z.string(),
  name: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  chat_messages: z.array(message),
});
type Message = z.infer<typeof message>;

export const isClaudeChat = (chat: unknown): boolean =>
  z.looseObject({ chat_messages: z.array(z.unknown()) }).safeParse(chat).success;

/** Reads a conversation with all versions. Null if its format is unknown. */
export async function readClaudeChat(chat: unknown): Promise<PortableChat | null> {
  const { data } = conversation.safeParse(chat);
  const createdAt = data && isoOf(data.created_at);
  if (!data || !createdAt) return null;
  const chatMessages = data.chat_messages;
  // In older exports, messages have no parents and follow each other.
  const isTree = chatMessages.some(({ parent_message_uuid }) => parent_message_uuid);
  const nodes = chatMessages.map((value, index) => ({
    id: value.uuid,
    parentId: (isTree ? value.parent_message_uuid : chatMessages[index - 1]?.uuid) ?? null,
    value: textOf(value).trim() === '' ? null : value,
  }));
  const messages: PortableMessage[] = [];
  for (const { id, parentId, value } of orderTree(nodes))
    messages.push({
      id: await stableId(id),
      parentId: parentId === null ? null : await stableId(parentId),
      role: value.sender === 'human' ? 'user' : 'assistant',
      content: textOf(value),
      status: 'complete',
      modelId: null,
      vendorId: null,
      unavailableVendor: null,
      contentFormat: 'plain',
      createdAt: isoOf(value.created_at) ?? createdAt,
    });
  const last = nodes.findLast(({ value }) => value !== null);
  return {
    id: await stableId(data.uuid),
    title: data.name ?? '',
    createdAt,
    updatedAt: isoOf(data.updated_at ?? '') ?? createdAt,
    pinnedAt: null,
    archivedAt: null,
    activeMessageId: last ? await stableId(last.id) : null,
    modelId: null,
    vendorId: null,
    parameters: null,
    messages,
  };
}

function textOf({ text, content, attachments, files }: Message): string {
  const textParts = (content ?? []).flatMap((part) => (part.type === 'text' && part.text ? [part.text] : []));
  const attachedTexts = (attachments ?? []).map(({ file_name, extracted_content }) =>
    [`_[${file_name || 'attachment'}]_`, extracted_content].filter(Boolean).join('\n\n'),
  );
  const fileNotes = (files ?? []).map(({ file_name }) => `_[${file_name || 'file'}]_`);
  return [textParts.length > 0 ? textParts.join('\n\n') : (text ?? ''), ...attachedTexts, ...fileNotes]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

function isoOf(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
