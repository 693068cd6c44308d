import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import type { SizedMessage } from '../../../../shared/domain/context-window.ts';
import { loadModule } from '../../../lib/load-module.ts';
import type { MessageWithFiles } from '../attachments/assemble.ts';
import { attachedTokens } from '../attachments/attachment.ts';
import type { OpenFiles } from '../attachments/chat-files.ts';
import type { Message } from '../chat.ts';
import type { ChatModel, LiveTurn } from './live-turn.ts';

type UnsentMessage = SizedMessage & MessageWithFiles;

/** A message to send, with the size of its files. */
export const unsentMessage = (
  role: UnsentMessage['role'],
  content: string,
  files?: MessageWithFiles['files'],
): UnsentMessage => ({ role, content, ...(files && { files, attached: attachedTokens(files) }) });

/** A reply without text has only reasoning, which is never sent. */
export const isSent = (message: Message): message is Message & Pick<UnsentMessage, 'role'> =>
  message.role !== 'system' && (message.content !== '' || message.attachments !== undefined);

/** Stored messages that are sent. */
export const unsentRows = (rows: readonly Message[]): UnsentMessage[] =>
  rows.filter(isSent).map(({ role, content, attachments }) => unsentMessage(role, content, attachments));

/**
 * The message to answer. A cut reply is sent with a request to continue it, because not every vendor accepts
 * a partial reply at the end.
 */
export function questionOf({ text, files, continues }: LiveTurn): UnsentMessage[] {
  const question = unsentMessage('user', text, files);
  if (!continues?.content) return [question];
  return [question, unsentMessage('assistant', continues.content), unsentMessage('user', writeOn)];
}

const writeOn =
  'Your reply was cut off. Continue it exactly where it ended, without repeating anything and without any introduction.';

/** Reads the files of the messages that are sent. */
export async function withFiles(
  messages: readonly MessageWithFiles[],
  openFiles: OpenFiles,
  { seesPictures = true }: ChatModel,
): Promise<{ readonly messages: readonly CompletionMessage[]; readonly isCut: boolean }> {
  if (messages.every(({ files }) => !files))
    return { messages: messages.map(({ role, content }) => ({ role, content })), isCut: false };
  const [{ assemble }, files] = await Promise.all([
    loadModule(() => import('../attachments/assemble.ts')),
    openFiles(),
  ]);
  return assemble(messages, files, { seesPictures });
}
