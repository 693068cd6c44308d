import type { CompletionResult, ResumeRequest } from '../../../shared/completion/completion.ts';
import type { AppConfig, CompleteChatOptions } from '../../platform/platform.ts';
import { fetchInSession } from '../session-requests.ts';
import { readEncryptedReply } from './replies.ts';
import { createHistoryService } from './service.ts';

export { sendEncrypted } from './requests.ts';

type ReplyRequest = Partial<ResumeRequest> & { readonly reply?: Pick<ResumeRequest, 'replyId'> };

/** Reads a reply whose request may be a new one or one that continues reading. */
export function readReply<Request>(
  send: (request: Request, options: CompleteChatOptions) => Promise<CompletionResult>,
  { supabaseUrl, supabaseKey }: AppConfig,
  accountId: string,
  request: Request & ReplyRequest,
  options: CompleteChatOptions,
): Promise<CompletionResult> {
  const { accessToken, signal } = options;
  const replyId = request.replyId ?? request.reply?.replyId;
  // Nothing is stored.
  if (replyId === undefined) return send(request, options);
  const credentials = { apikey: supabaseKey, authorization: `Bearer ${accessToken}` };
  const service = createHistoryService(
    fetchInSession,
    `${supabaseUrl.replace(/\/+$/, '')}/rest/v1/`,
    credentials,
    signal,
  );
  const start = { replyId, from: request.from ?? 0, reasoningFrom: request.reasoningFrom ?? 0 };
  return readEncryptedReply((next) => send(request, next), { accountId, start, service }, options);
}
