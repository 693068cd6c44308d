import { getSupabase } from '../../../lib/supabase.ts';
import { readRefusal } from '../auth-failure.ts';
import { passkeyTexts as texts } from './texts.ts';

// Each function throws the service's error.

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Null if passkeys are off on this service. */
export async function listPasskeys(): Promise<readonly Passkey[] | null> {
  const { data, error } = await (await getSupabase()).auth.passkey.list();
  if (readRefusal(error)?.code === 'passkey_disabled') return null;
  if (error) throw error;
  return data.map((passkey) => ({
    id: passkey.id,
    name: passkey.friendly_name || texts.unnamed,
    createdAt: passkey.created_at,
    lastUsedAt: passkey.last_used_at ?? null,
  }));
}

export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  const { error } = await (await getSupabase()).auth.passkey.update({ passkeyId, friendlyName });
  if (error) throw error;
}

export async function removePasskey(passkeyId: string): Promise<void> {
  const { error } = await (await getSupabase()).auth.passkey.delete({ passkeyId });
  if (error) throw error;
}
