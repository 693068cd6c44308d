import { CompletionError } from '../../shared/completion/error.ts';
import { channels } from '../../shared/ipc/channels.ts';
import type { ConnectionResult } from '../../shared/providers/connection-result.ts';
import { type KeyToVerify, VerificationRefusal } from '../providers/verify-key.ts';
import { handle, UserFacingError } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

type Verify = (key: KeyToVerify, signal: AbortSignal) => Promise<ConnectionResult>;

/** The maximum number of concurrent verifications per page. The key dialog verifies one key at a time. */
const maxRunning = 4;

/** Verifies keys for the key dialog (KEY-019). Closing the dialog or the page cancels it. */
export function registerVerification(verify: Verify): void {
  const running = new Map<number, Map<string, AbortController>>();
  const watch = createPageWatch((pageId) => {
    for (const abort of running.get(pageId)?.values() ?? []) abort.abort();
  });

  handle(channels.verifyKey, async ({ requestId, ...key }, contents) => {
    watch(contents);
    const pageVerifications = running.get(contents.id) ?? new Map<string, AbortController>();
    if (pageVerifications.has(requestId)) throw new UserFacingError('This key is already being verified.');
    if (pageVerifications.size >= maxRunning)
      throw new UserFacingError('Too many keys are being verified. Wait a moment and try again.');
    running.set(contents.id, pageVerifications);
    const abort = new AbortController();
    pageVerifications.set(requestId, abort);
    try {
      return await verify(key, abort.signal);
    } catch (error) {
      if (error instanceof VerificationRefusal) throw new UserFacingError(error.message);
      // Messages of the error catalog never contain a secret.
      if (error instanceof CompletionError) throw new UserFacingError(error.message);
      throw error;
    } finally {
      pageVerifications.delete(requestId);
      if (pageVerifications.size === 0) running.delete(contents.id);
    }
  });
  handle(channels.cancelVerification, ({ requestId }, contents) =>
    running.get(contents.id)?.get(requestId)?.abort(),
  );
}
