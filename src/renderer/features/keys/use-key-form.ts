import { useEffect, useRef, useState } from 'react';
import { readAccessToken } from '../../lib/supabase.ts';
import { translateMessage } from '../../lib/translate-message.ts';
import type { Vendor } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';
import { keyTexts } from './texts.ts';

export type KeyVendor = Vendor & { readonly endpointOrigin: string };

/** Used if a vendor has no default model [VENDOR-014, MODEL-026]. */
const DEFAULT_MODEL = 'gpt-4.1-2025-04-14';

export interface KeyForm {
  readonly isVerifying: boolean;
  readonly failure: string;
  /**
   * Verifies and stores the key. Resolves with where it was stored, or null after a failure or cancellation.
   */
  readonly submit: (key: string, place: KeyPlace) => Promise<KeyPlace | null>;
  readonly clearFailure: () => void;
}

/** Verifies a key before storing it, so that a wrong key is never stored [KEY-008, KEY-019]. */
export function useKeyForm({ name, endpointOrigin, defaultModel }: KeyVendor): KeyForm {
  const [isVerifying, setVerifying] = useState(false);
  const [failure, setFailure] = useState('');
  const running = useRef<AbortController | null>(null);
  // Closing the dialog cancels the verification.
  useEffect(() => () => running.current?.abort(), []);

  const verifyAndStore = async (key: string, place: KeyPlace, signal: AbortSignal) => {
    const reference = { accessToken: await readAccessToken(), vendor: name, endpointOrigin };
    const model = defaultModel ?? DEFAULT_MODEL;
    const { success, message } = await platform.ownKeys.verify(reference, { key, model, signal });
    signal.throwIfAborted();
    if (!success) throw new KeyFailure(keyTexts.refused({ message: translateMessage(message) }));
    const storedIn = await platform.ownKeys.set(reference, key, place).catch(() => null);
    if (storedIn === null) throw new KeyFailure(keyTexts.notSet);
    return storedIn;
  };

  return {
    isVerifying,
    failure,
    clearFailure: () => setFailure(''),
    async submit(typed, place) {
      const key = typed.trim();
      if (running.current) return null;
      if (key === '') {
        setFailure(keyTexts.empty);
        return null;
      }
      const abort = new AbortController();
      running.current = abort;
      setVerifying(true);
      setFailure('');
      try {
        return await verifyAndStore(key, place, abort.signal);
      } catch (error) {
        if (!abort.signal.aborted) setFailure(messageOf(error));
        return null;
      } finally {
        running.current = null;
        if (!abort.signal.aborted) setVerifying(false);
      }
    },
  };
}

/** The message is a complete text for the user. */
class KeyFailure extends Error {
  override readonly name = 'KeyFailure';
}

/** [KEY-017, KEY-018] */
function messageOf(error: unknown): string {
  if (error instanceof KeyFailure) return error.message;
  const message = error instanceof Error ? error.message : '';
  return message === '' ? keyTexts.notVerified : keyTexts.failed({ message: translateMessage(message) });
}
