import type { CompletionResult, ResumeRequest } from '../../shared/completion/completion.ts';
import { platform } from '../platform/index.ts';
import type { CompleteChatOptions } from '../platform/platform.ts';
import { loadModule } from './load-module.ts';

/** The claims of an access token. */
interface Claims {
  readonly sub?: string;
  readonly app_metadata?: { readonly encrypted_history?: boolean };
}

/** The account of an access token if its history is encrypted, otherwise null. */
function encryptedAccount(token: string | null | undefined): string | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const claims = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as Claims;
    return (claims.app_metadata?.encrypted_history && claims.sub) || null;
  } catch {
    // An API key contains no claims.
    return null;
  }
}

const load = () => loadModule(() => import('./encrypted-history/open.ts'));

/**
 * Encrypts and decrypts the texts of accounts with encrypted history, which their access token names. Other accounts
 * don't load that code.
 */
export const historyFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const account = encryptedAccount(new Headers(init?.headers).get('authorization'));
    return account ? (await load()).sendEncrypted(send, account, input, init) : send(input, init);
  };

/** Decrypts the replies of such accounts: their stored rows, and the checkpoints of other processes. */
export const readReply =
  <Request extends Pick<ResumeRequest, 'replyId'> | { readonly reply?: Pick<ResumeRequest, 'replyId'> }>(
    send: (request: Request, options: CompleteChatOptions) => Promise<CompletionResult>,
  ) =>
  async (request: Request, options: CompleteChatOptions): Promise<CompletionResult> => {
    const account = encryptedAccount(options.accessToken);
    return account
      ? (await load()).readReply(send, await platform.loadConfig(), account, request, options)
      : send(request, options);
  };
