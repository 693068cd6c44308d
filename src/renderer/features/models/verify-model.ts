import { connectionResultSchema } from '../../../shared/providers/connection-result.ts';
import { readAccessToken } from '../../lib/access-token.ts';
import { invoke, InvokeError } from '../../lib/invoke.ts';
import { platform } from '../../platform/index.ts';
import { getOwnServerModels, type ModelSection } from './own-sections.ts';

/** Codes with which the service says that its vendor cannot answer, not that it would not test it. */
const unusable: ReadonlySet<string> = new Set(['no_vendor', 'missing_key', 'model']);

/**
 * Tests the active vendor, once in 30 s for everyone [MODEL-036, CHAT-085]. Resolves to why it cannot answer, in the
 * service's words; null when it answers. Rejects with InvokeError when the test itself could not be made.
 */
export async function findConnectionIssue(vendor: string, model: string): Promise<string | null> {
  try {
    const { success, message } = await invoke('models/check', { vendor, model }, connectionResultSchema);
    return success ? null : message;
  } catch (error) {
    if (error instanceof InvokeError && unusable.has(error.code)) return error.message;
    throw error;
  }
}

/**
 * Whether a model of the selector can be switched to. A server of one's own must list it now; a key of one's own must
 * still be there for this address (it was tried when it was entered, and each try is paid for by its owner); the
 * service tests its own vendor.
 */
export async function canSwitchTo(
  model: string,
  { asks, kind, server }: ModelSection,
  activeVendor: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (kind === 'own-server' && server)
    return (await getOwnServerModels(server, signal)).some(({ id }) => id === model);
  if (asks?.endpointOrigin) {
    const accessToken = await readAccessToken();
    const { name: vendor, endpointOrigin } = asks;
    return (await platform.ownKeys.status({ accessToken, vendor, endpointOrigin })).place !== null;
  }
  return activeVendor !== null && (await findConnectionIssue(activeVendor, model)) === null;
}
