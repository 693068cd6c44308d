import { splitSystemPrompt } from '../../../../shared/domain/system-prompt.ts';
import type { SendOperation } from './operation.ts';
import type { ActRequest, SendRequest } from '../turn/sending.ts';

/** Separates a system prompt in the message from its text. */
export const sendOperation = ({
  text: typed,
  chatModel,
  files = [],
  ...request
}: SendRequest): SendOperation => ({
  ...newOperation(request),
  ...splitSystemPrompt(typed),
  typed,
  model: request.model,
  ...(chatModel && { chatModel }),
  ...(files.length > 0 && { files: [...files] }),
});

/** A quick action's message is its input, so it sets no system prompt. */
export const actOperation = ({ text, action: _action, ...request }: ActRequest): SendOperation => ({
  ...newOperation(request),
  typed: text,
  text,
  systemPrompt: null,
  model: null,
});

const newOperation = ({
  chatId,
  title,
  isNewChat,
  after,
  parameters,
}: Omit<ActRequest, 'text' | 'action'>) => ({
  id: crypto.randomUUID(),
  kind: 'send' as const,
  createdAt: Date.now(),
  chatId,
  title,
  isNewChat,
  systemMessageId: crypto.randomUUID(),
  replyId: crypto.randomUUID(),
  ...(after !== undefined && { after }),
  ...(parameters && { parameters }),
});
