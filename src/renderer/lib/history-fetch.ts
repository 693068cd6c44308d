import type { FileAddress } from '../../shared/encrypted-history/files.ts';
import type { CompletionResult } from '../../shared/completion/completion.ts';
import type { CompleteChatOptions } from '../platform/platform.ts';
import { loadModule } from './load-module.ts';
import { encrypted } from './storage.ts';

const load = () => loadModule(() => import('./encrypted-history/open.ts'));

/** Encrypts and decrypts the texts of accounts with encrypted history. Other accounts don't load that code. */
export const historyFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) =>
    encrypted.account
      ? (await load()).sendEncrypted(send, encrypted.account, input, init)
      : send(input, init);

/** Decrypts the replies of such accounts: their stored rows, and the checkpoints of other processes. */
export const readReply =
  <Request extends object, Options extends CompleteChatOptions>(
    send: (request: Request, options: Options) => Promise<CompletionResult>,
  ) =>
  async (request: Request, options: Options): Promise<CompletionResult> =>
    encrypted.account
      ? (await load()).readReply(send, encrypted.account, request, options)
      : send(request, options);

/** Returns a stored chat's file as it is uploaded: encrypted if the account has encrypted history. */
export const encryptUpload = async (address: Required<FileAddress>, file: Blob): Promise<Blob> =>
  encrypted.account ? (await load()).encryptUpload(encrypted.account, address, file) : file;

/**
 * Decrypts a downloaded file. An encrypted one has no type, because only its row contains it. Rejects with
 * VerificationError if it is not what this account stored.
 */
export const decryptDownload = async (address: FileAddress, file: Blob): Promise<Blob> =>
  encrypted.account ? (await load()).decryptDownload(encrypted.account, address, file) : file;

/** Decrypts a generated image. Rejects with VerificationError if it is not what the gateway encrypted. */
export const decryptPicture = async (id: string, file: Blob): Promise<Blob> =>
  encrypted.account ? (await load()).decryptPicture(encrypted.account, id, file) : file;
