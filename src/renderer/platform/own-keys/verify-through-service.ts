import {
  connectionResultSchema,
  type ConnectionResult,
} from '../../../shared/providers/connection-result.ts';
import { serviceTexts } from '../../lib/service-texts.ts';
import { fetchInSession } from '../../lib/session-requests.ts';
import type { AppConfig } from '../platform.ts';
import type { KeyReference, Verification } from './own-keys.ts';

/**
 * Tests a key through the service (KEY-019), because browsers can't call vendors. A header contains the key;
 * the service uses it only for this origin and does not store it.
 */
export async function verifyThroughService(
  { supabaseUrl, supabaseKey }: Pick<AppConfig, 'supabaseUrl' | 'supabaseKey'>,
  { accessToken, vendor, endpointOrigin }: KeyReference,
  { key, model, signal }: Verification,
): Promise<ConnectionResult> {
  const response = await fetchInSession(`${supabaseUrl}/functions/v1/models/check`, {
    method: 'POST',
    headers: {
      apikey: supabaseKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'x-clover-vendor': vendor,
      'x-provider-key': key,
      'x-provider-origin': endpointOrigin,
    },
    body: JSON.stringify({ vendor, model }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal,
  }).catch(() => {
    signal.throwIfAborted();
    throw new Error(serviceTexts.unreachable);
  });
  const body: unknown = await response.json().catch(() => null);
  signal.throwIfAborted();
  if (!response.ok) throw new Error(messageIn(body) ?? serviceTexts.unreadable);
  const result = connectionResultSchema.safeParse(body);
  if (!result.success) throw new Error(serviceTexts.unreadable);
  return result.data;
}

/** Returns the message of a service response, `{error: {message}}`. */
function messageIn(body: unknown): string | null {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : null;
  return typeof message === 'string' && message !== '' ? message : null;
}
