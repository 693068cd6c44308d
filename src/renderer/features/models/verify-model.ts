import { connectionResultSchema } from '../../../shared/providers/connection-result.ts';
import { readAccessToken } from '../../lib/supabase.ts';
import { invoke, InvokeError } from '../../lib/invoke.ts';
import { platform } from '../../platform/index.ts';
import type { ModelSection } from './own-sections.ts';
import { loadLocalSections } from './queries.ts';

/** With these codes, the vendor can't reply. With other codes, the test itself failed. */
const unusableCodes: ReadonlySet<string> = new Set(['no_vendor', 'missing_key', 'model']);

/**
 * Tests a vendor that the service offers, at most once in 30 s [MODEL-036, CHAT-085]. Resolves with the
 * service's message about why it can't reply, or null. Rejects with InvokeError if the test failed.
 */
export async function findConnectionIssue(vendor: string, model: string): Promise<string | null> {
  try {
    const { success, message } = await invoke('models/check', { vendor, model }, connectionResultSchema);
    return success ? null : message;
  } catch (error) {
    if (error instanceof InvokeError && unusableCodes.has(error.code)) return error.message;
    throw error;
  }
}

/**
 * Checks whether a model can be used. The user's own server must list it. The user's own key must still be
 * stored for this origin, but isn't tested again, because each test costs the user money. The service tests
 * the vendors that it offers.
 */
export async function canSwitchTo(
  model: string,
  { target, kind, server }: ModelSection,
  activeVendor: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (kind === 'own-server' && server)
    return (await (await loadLocalSections()).getOwnServerModels(server, signal)).some(
      ({ id }) => id === model,
    );
  if (kind === 'this-computer' && target) return (await loadLocalSections()).isStillLocal(target.name, model);
  if (target?.endpointOrigin) {
    const accessToken = await readAccessToken();
    const { name: vendor, endpointOrigin } = target;
    return (await platform.ownKeys.status({ accessToken, vendor, endpointOrigin })).place !== null;
  }
  const vendor = target?.name ?? activeVendor;
  return vendor !== null && (await findConnectionIssue(vendor, model)) === null;
}
