import { z } from 'zod';
import { maxEnvelopeLength } from '../../../shared/sharing/envelope.ts';
import { hasStoredSession, readAccessToken } from '../../lib/supabase.ts';
import { platform } from '../../platform/index.ts';
import type { FailureReason } from './texts.ts';

export class ShareFailure extends Error {
  override readonly name = 'ShareFailure';
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(reason);
    this.reason = reason;
  }
}

export interface StoredShare {
  readonly envelope: string;
  readonly expires_at: string | null;
}

const storedShare = z.object({
  envelope: z.string().max(maxEnvelopeLength),
  expires_at: z.string().nullable(),
});

/** In milliseconds. */
const requestTimeout = 20_000;
/** In milliseconds. */
const retryDelay = 1_000;

/** The database's refusals (docs/data-model.md). */
const reasonsByHint: Readonly<Record<string, FailureReason>> = {
  no_share: 'gone',
  sharing_off: 'off',
  members: 'members',
  busy: 'busy',
};

/**
 * Loads the encrypted chat of a link, with the session if there is one. Uses fetch, so that visitors don't download
 * supabase-js. Retries a failed request once [UX-006].
 *
 * @throws ShareFailure
 */
export async function fetchShare(id: string): Promise<StoredShare> {
  try {
    return await fetchOnce(id);
  } catch (error) {
    if (!(error instanceof ShareFailure) || error.reason !== 'unreachable') throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
    return fetchOnce(id);
  }
}

async function fetchOnce(id: string): Promise<StoredShare> {
  try {
    return await request(id, hasStoredSession() ? await readAccessToken() : '');
  } catch (error) {
    if (error instanceof ShareFailure) throw error;
    throw new ShareFailure('unreachable');
  }
}

async function request(id: string, token: string): Promise<StoredShare> {
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/open_shared_chat`, {
    method: 'POST',
    headers: {
      apikey: supabaseKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ share: id }),
    cache: 'no-store',
    signal: AbortSignal.timeout(requestTimeout),
  });
  const body: unknown = await response.json();
  if (response.ok) return storedShare.parse(body);
  const { hint } = z.looseObject({ hint: z.string().nullish() }).parse(body);
  const reason = reasonsByHint[hint ?? ''];
  // The session has ended: visitors may still be allowed to open the link.
  if (!reason && response.status === 401 && token) return request(id, '');
  throw new ShareFailure(reason ?? 'unreachable');
}
