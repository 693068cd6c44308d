import { z } from 'zod';
import { noProject } from '../../../../shared/brand.ts';
import { type ChatParameters, storedParameters } from '../../../../shared/chats/chat-parameters.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { chatLimits } from '../constants.ts';
import { insertChat, updateChat } from './chats.ts';
import { partsOf, remainingPart } from './import-parts.ts';
import { StoreError, toStoreError } from './store-error.ts';

const messageColumns =
  'id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, parameters, created_at';

/** A chat with all its messages, in the format of `import_chats`. */
export interface FullChat {
  readonly id: string;
  readonly title: string;
  readonly project_id: string;
  readonly model_id: string | null;
  readonly vendor_id: string | null;
  readonly parameters: ChatParameters | null;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

export type NotRestorable = 'long' | 'pictures' | 'files';

const chatRow = z.looseObject({
  id: z.string(),
  title: z.string(),
  project_id: z.string(),
  model_id: z.string().nullable(),
  vendor_id: z.string().nullable(),
  parameters: storedParameters,
});
const messageRows = z.array(
  z.looseObject({
    content: z.string(),
    seq: z.number(),
    message_attachments: z.array(z.unknown()).default([]),
  }),
);
/** Matches links to generated images, which are deleted with their message and can't be imported. */
const generatedImage = /\/functions\/v1\/images\/[0-9a-f]{8}-/;

/**
 * Reads a chat with all versions of its messages, so that it can be restored after it is deleted.
 *
 * @returns the chat, the reason why it can't be restored, or null if it no longer exists
 */
export async function readFullChat(chatId: string): Promise<FullChat | NotRestorable | null> {
  const client = await getSupabase();
  const [chat, counted] = await Promise.all([
    client
      .from('chat_history')
      .select(
        'id, title, project_id, created_at, updated_at, pinned_at, archived_at, active_message_id, model_id, vendor_id, parameters',
      )
      .eq('id', chatId)
      .maybeSingle(),
    client.from('chat_messages').select('id', { count: 'exact', head: true }).eq('chat_id', chatId),
  ]);
  for (const { error, status } of [chat, counted]) if (error) throw toStoreError(error, status);
  if (!chat.data) return null;
  if ((counted.count ?? 0) > chatLimits.undoMessages) return 'long';

  const messages: z.infer<typeof messageRows> = [];
  let isMore = true;
  while (isMore) {
    // In this order, parents come before their children.
    const { data, error } = await client
      .from('chat_messages')
      .select(`${messageColumns}, seq, message_attachments(id)`)
      .eq('chat_id', chatId)
      .gt('seq', messages.at(-1)?.seq ?? 0)
      .order('seq')
      .limit(chatLimits.undoMessagesPerPage);
    if (error) throw toStoreError(error);
    const page = messageRows.parse(data);
    messages.push(...page);
    isMore = page.length === chatLimits.undoMessagesPerPage;
    if (messages.length > chatLimits.undoMessages) return 'long';
  }
  if (messages.some(({ content }) => generatedImage.test(content))) return 'pictures';
  // Files are also deleted with their message.
  if (messages.some(({ message_attachments: files }) => files.length > 0)) return 'files';
  return {
    ...chatRow.parse(chat.data),
    messages: messages.map(({ seq: _seq, message_attachments: _files, ...message }) => message),
  };
}

const importResults = z.array(z.object({ outcome: z.string(), next: z.number().optional() }));

/**
 * Restores a chat with its ids and times. A chat without messages is recreated. Rejects if the chat can't be restored.
 * If its project is gone, the chat is restored outside it.
 */
export async function restoreChat(chat: FullChat, userId: string): Promise<void> {
  const { id, title, model_id: model, vendor_id: vendorName, parameters } = chat;
  const projectId = chat.project_id === noProject ? null : chat.project_id;
  if (chat.messages.length === 0) {
    await insertChat({
      id,
      userId,
      title,
      projectId,
      parameters,
      model: model === null ? null : { id: model, vendorName },
    });
    return;
  }
  const client = await getSupabase();
  let storedCount = 0;
  for (const part of partsOf(chat)) {
    const remaining = remainingPart(part, storedCount);
    if (!remaining) continue;
    const { data, error } = await client.rpc('import_chats', { chats: [remaining] as never });
    if (error) throw toStoreError(error);
    const [answer] = importResults.parse(data);
    if (answer?.outcome === 'imported' || answer?.outcome === 'present')
      return projectId === null ? undefined : returnToProject(id, projectId);
    if (answer?.outcome !== 'partial') break;
    storedCount = answer.next ?? 0;
  }
  throw new StoreError('refused', "Couldn't restore the chat. Try again.");
}

/** Imports don't set the project. If the project was deleted meanwhile, the chat stays outside it. */
async function returnToProject(chatId: string, projectId: string): Promise<void> {
  try {
    await updateChat(chatId, { projectId });
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'refused')) throw error;
  }
}
