import { splitSystemPrompt } from '../../../../shared/domain/system-prompt.ts';
import type { SendOperation } from './operation.ts';
import type { ActRequest, SendRequest } from '../turn/sending.ts';

/** Creates the operation for a message. A system prompt in the message is separated from the text. */
export const sendOperation = ({
  text: typed,
  oneTimeParameters,
  files = [],
  ...request
}: SendRequest): SendOperation => ({
  ...newOperation(),
  ...request,
  ...splitSystemPrompt(typed),
  typed,
  ...(oneTimeParameters && { oneTimeParameters }),
  ...(files.length > 0 && { files: [...files] }),
});

/**
 * Creates the operation for a quick action's message. A system prompt is not separated from the text, because
 * all of it is the action's input.
 */
export const actionOperation = ({ action: _action, ...request }: ActRequest): SendOperation => ({
  ...newOperation(),
  ...request,
  typed: request.text,
  systemPrompt: null,
  model: null,
});

const newOperation = () => ({
  id: crypto.randomUUID(),
  kind: 'send' as const,
  createdAt: Date.now(),
  systemMessageId: crypto.randomUUID(),
  replyId: crypto.randomUUID(),
});
