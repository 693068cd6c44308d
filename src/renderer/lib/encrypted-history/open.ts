import type { CompletionResult, ReplyTarget, ResumeRequest } from '../../../shared/completion/completion.ts';
import { platform } from '../../platform/index.ts';
import type { CompleteChatOptions } from '../../platform/platform.ts';
import { decryptObject, encryptObject, type FileAddress } from '../../../shared/encrypted-history/files.ts';
import { decryptImage } from '../../../shared/encrypted-history/images.ts';
import { encryptedFileType, type FileBytes } from '../../../shared/encrypted-history/objects.ts';
import { setSentences } from '../../../shared/encrypted-history/sentences.ts';
import { setHistoryMemory } from '../../../shared/encrypted-history/confirm-claim.ts';
import { isOffAccepted, noteOn, startCheck, wasOn } from '../vault/pin.ts';
import { currentVault, restoreVault, subscribeToVault } from '../vault/vault.ts';
import { readEncryptedReply } from '../../../shared/encrypted-history/replies.ts';
import { openService, startConversion } from './conversion.ts';
import { startRenewal } from './renewal.ts';
import { encryptedHistoryTexts } from './texts.ts';
import {
  forgetHistories,
  onHistoryOpened,
  openHistory,
  setFindVault,
} from '../../../shared/encrypted-history/open-history.ts';
import { createHistoryService } from '../../../shared/encrypted-history/service.ts';

export { sendEncrypted } from '../../../shared/encrypted-history/requests.ts';

type ReplyRequest = Partial<ResumeRequest> & { readonly reply?: ReplyTarget };

/** Reads a reply, either for a new request or by resuming an earlier one. */
export async function readReply<Request extends object, Options extends CompleteChatOptions>(
  send: (request: Request, options: Options) => Promise<CompletionResult>,
  accountId: string,
  request: Request & ReplyRequest,
  options: Options,
): Promise<CompletionResult> {
  const replyId = request.replyId ?? request.reply?.replyId;
  // Without an id, the reply is not stored.
  if (replyId === undefined) return send(request, options);
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const service = createHistoryService(
    (input, init) => fetch(input, init),
    `${supabaseUrl.replace(/\/+$/, '')}/rest/v1/`,
    { apikey: supabaseKey, authorization: `Bearer ${options.accessToken}` },
    options.signal,
  );
  const start = { replyId, from: request.from ?? 0, reasoningFrom: request.reasoningFrom ?? 0 };
  const history = await openHistory(accountId, service);
  const { publicKey } = history.vault;
  const sent =
    request.reply && !history.writesPlain()
      ? { ...request, reply: { ...request.reply, publicKey } }
      : request;
  return readEncryptedReply((next: Options) => send(sent, next), { accountId, start, service }, options);
}

const bytesOf = async (file: Blob): Promise<FileBytes> => ({
  type: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

export async function encryptUpload(
  accountId: string,
  address: Required<FileAddress>,
  file: Blob,
): Promise<Blob> {
  const { service } = await openService();
  const history = await openHistory(accountId, service);
  const encrypted = await encryptObject(history, service, address, await bytesOf(file));
  if (!encrypted) throw new Error('The chat of a file does not exist.');
  return new Blob([encrypted.bytes], { type: encrypted.type });
}

export async function decryptDownload(accountId: string, address: FileAddress, file: Blob): Promise<Blob> {
  const { service } = await openService();
  const history = await openHistory(accountId, service);
  const bytes = await decryptObject(history, service, address, await bytesOf(file));
  return new Blob([bytes], { type: file.type === encryptedFileType ? '' : file.type });
}

export async function decryptPicture(accountId: string, id: string, file: Blob): Promise<Blob> {
  const { service } = await openService();
  const history = await openHistory(accountId, service);
  const { type, bytes } = await decryptImage(history, service, id, await bytesOf(file));
  return new Blob([bytes], { type });
}

/** Opens the history of the unlocked account, which continues an unfinished conversion. */
export async function continueConversion(accountId: string): Promise<void> {
  const { service } = await openService();
  await openHistory(accountId, service);
}

// Locking deletes all of this page's keys.
subscribeToVault(() => {
  if (!currentVault()) forgetHistories();
});

setFindVault(restoreVault);
setHistoryMemory({ wasOn, isOffAccepted, noteOn, startCheck });
onHistoryOpened(startConversion);
onHistoryOpened(startRenewal);
setSentences(() => encryptedHistoryTexts);
