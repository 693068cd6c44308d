import { z } from 'zod';
import type { PortableChat, PortableMessage } from '../../../../lib/portable-chat.ts';
import { stableId } from './stable-id.ts';
import { type Node, orderTree } from './tree.ts';

const content = z.looseObject({
  content_type: z.string(),
  parts: z.array(z.unknown()).optional(),
  text: z.string().optional(),
  language: z.string().optional(),
});
const message = z.looseObject({
  author: z.looseObject({ role: z.string() }),
  create_time: z.number().nullish(),
  content,
  recipient: z.string().nullish(),
  metadata: z
    .looseObject({
      model_slug: z.string().nullish(),
      is_visually_hidden_from_conversation: z.boolean().nullish(),
    })
    .nullish(),
});
const conversation = z.looseObject({
  id: z.string().optional(),
  conversation_id: z.string().optional(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  is_archived: z.boolean().nullish().catch(null),
  mapping: z.record(z.string(), z.looseObject({ parent: z.string().nullish(), message: message.nullish() })),
});
type Message = z.infer<typeof message>;

export const isChatGptChat = (chat: unknown): boolean =>
  z.looseObject({ mapping: z.looseObject({}) }).safeParse(chat).success;

/** Reads a conversation with all versions. Null if its format is unknown. */
export async function readChatGptChat(chat: unknown): Promise<PortableChat | null> {
  const { data } = conversation.safeParse(chat);
  const sourceId = data?.conversation_id ?? data?.id;
  if (!data || sourceId === undefined) return null;
  const createdAt = isoOf(data.create_time) ?? new Date(0).toISOString();
  const nodes = Object.entries(data.mapping).map(([id, node]): Node<Message> => ({
    id,
    parentId: node.parent ?? null,
    value: node.message && isKept(node.message) ? node.message : null,
  }));
  const ordered = orderTree(nodes);
  const messages: PortableMessage[] = [];
  let latest = createdAt;
  for (const { id, parentId, value } of ordered) {
    const at = isoOf(value.create_time) ?? latest;
    if (at > latest) latest = at;
    messages.push({
      id: await stableId(id),
      parentId: parentId === null ? null : await stableId(parentId),
      role: roleOf(value),
      content: textOf(value),
      status: 'complete',
      modelId: value.metadata?.model_slug ?? null,
      vendorId: null,
      unavailableVendor: null,
      contentFormat: 'plain',
      createdAt: at,
    });
  }
  const updatedAt = isoOf(data.update_time) ?? latest;
  return {
    id: await stableId(sourceId),
    title: data.title ?? '',
    createdAt,
    updatedAt,
    pinnedAt: null,
    archivedAt: data.is_archived ? updatedAt : null,
    activeMessageId: await leafOf(data.current_node ?? null, nodes),
    modelId: null,
    vendorId: null,
    parameters: null,
    messages,
  };
}

/** Returns the id of the current node or, if it isn't imported, of its nearest imported ancestor. */
async function leafOf(current: string | null, nodes: readonly Node<Message>[]): Promise<string | null> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visitedIds = new Set<string>();
  for (
    let node = byId.get(current ?? '');
    node && !visitedIds.has(node.id);
    node = byId.get(node.parentId ?? '')
  ) {
    visitedIds.add(node.id);
    if (node.value !== null) return stableId(node.id);
  }
  return null;
}

/** False for tool calls, hidden prompts and reasoning. */
function isKept(value: Message): boolean {
  const { author, recipient, metadata } = value;
  if (!['user', 'assistant', 'system'].includes(author.role)) return false;
  if ((recipient ?? 'all') !== 'all' || metadata?.is_visually_hidden_from_conversation) return false;
  return textOf(value).trim() !== '';
}

function roleOf({ author: { role } }: Message): PortableMessage['role'] {
  return role === 'user' || role === 'system' ? role : 'assistant';
}

function textOf({ content: { content_type, parts, text, language } }: Message): string {
  if (content_type === 'text' || content_type === 'multimodal_text')
    return (parts ?? []).map(partText).filter(Boolean).join('\n\n');
  if (content_type === 'code' && text) return `\`\`\`${language ?? ''}\n${text}\n\`\`\``;
  return '';
}

/** Returns the text of a part. Images are replaced by a note, because the export doesn't contain them. */
function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  const { data } = z.looseObject({ content_type: z.string(), text: z.string().optional() }).safeParse(part);
  if (data?.content_type === 'audio_transcription') return data.text ?? '';
  return data?.content_type === 'image_asset_pointer' ? '_[image]_' : '';
}

function isoOf(seconds: number | null | undefined): string | null {
  if (seconds === null || seconds === undefined || seconds < 0 || seconds > 253_402_300_799) return null;
  return new Date(seconds * 1_000).toISOString();
}
