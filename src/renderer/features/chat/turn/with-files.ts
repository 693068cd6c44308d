import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import type { SizedMessage } from '../../../../shared/domain/context-window.ts';
import { loadModule } from '../../../lib/load-module.ts';
import type { MessageWithFiles } from '../attachments/assemble.ts';
import { attachedTokens } from '../attachments/attachment.ts';
import type { OpenFiles } from '../attachments/chat-files.ts';
import type { Message } from '../chat.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';

type UnsentMessage = SizedMessage & MessageWithFiles;

/** Creates a message to send, with the size of its files. */
export const unsentMessage = (
  role: UnsentMessage['role'],
  content: string,
  files?: MessageWithFiles['files'],
): UnsentMessage => ({ role, content, ...(files && { files, attached: attachedTokens(files) }) });

/** False for system prompts, and for replies without text: they only have reasoning, which is never sent. */
export const isSent = (message: Message): message is Message & Pick<UnsentMessage, 'role'> =>
  message.role !== 'system' && (message.content !== '' || message.attachments !== undefined);

export const unsentRows = (rows: readonly Message[]): UnsentMessage[] =>
  rows.filter(isSent).map(({ role, content, attachments }) => unsentMessage(role, content, attachments));

/**
 * Returns the message to answer. A cut-off reply is followed by a request to continue it, because not every
 * vendor accepts a partial reply as the last message.
 */
export function questionOf({ text, files, continues }: LiveTurn): UnsentMessage[] {
  const question = unsentMessage('user', text, files);
  if (!continues?.content) return [question];
  return [question, unsentMessage('assistant', continues.content), unsentMessage('user', writeOn)];
}

const writeOn =
  'Your reply was cut off. Continue it exactly where it ended, without repeating anything and without any introduction.';

/** Adds the content of their files to the messages. */
export async function withFiles(
  messages: readonly MessageWithFiles[],
  openFiles: OpenFiles,
  { supportsImages = true }: ChatModel,
): Promise<{ readonly messages: readonly CompletionMessage[]; readonly isCut: boolean }> {
  if (messages.every(({ files }) => !files))
    return { messages: messages.map(({ role, content }) => ({ role, content })), isCut: false };
  const [{ assemble }, files] = await Promise.all([
    loadModule(() => import('../attachments/assemble.ts')),
    openFiles(),
  ]);
  return assemble(messages, files, { supportsImages });
}
