import { useSyncExternalStore } from 'react';
import { platform } from '../../platform/index.ts';
import { encryptedDevice } from '../device-encryption.ts';
import { getSupabase, readAccessToken } from '../supabase.ts';
import { translateMessage } from '../translate-message.ts';
import {
  type ConversionProgress,
  convertHistory,
  UnfinishedConversion,
  UnreadableTexts,
} from '../../../shared/encrypted-history/convert.ts';
import { createConversionService } from '../../../shared/encrypted-history/conversion-service.ts';
import type { History } from '../../../shared/encrypted-history/history.ts';
import { createTurnOffStatements, type Vault } from '../../../shared/vault/account-keys.ts';
import {
  createHistoryService,
  failureOf,
  ServiceRefusal,
} from '../../../shared/encrypted-history/service.ts';

/**
 * The conversion is retried after a minute, or when the app is opened again, except if it is `unreadable`. `paused`:
 * the service did not respond. `refused`: it refused a text, see `reason`. `changing`: other requests store texts that
 * must be converted. `unreadable`: some texts can't be decrypted.
 */
export interface ConversionState extends ConversionProgress {
  readonly status: 'none' | 'running' | 'paused' | 'refused' | 'changing' | 'unreadable';
  /** The service's message. */
  readonly reason: string;
}

const none: ConversionState = { status: 'none', reason: '', done: 0, total: 0 };
let state = none;
const listeners = new Set<() => void>();

function publish(change: Partial<ConversionState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useConversion = (): ConversionState => useSyncExternalStore(subscribe, () => state);

/** Milliseconds to wait after a failure, for example without a connection. */
const retryPause = 60_000;

/**
 * Opens the service for requests that bypass the encryption of texts. Uses a new token each time, because a conversion
 * may take hours.
 */
export async function openService() {
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const base = `${supabaseUrl.replace(/\/+$/, '')}/rest/v1/`;
  const credentials = { apikey: supabaseKey, authorization: `Bearer ${await readAccessToken()}` };
  const send: typeof fetch = (input, init) => fetch(input, init);
  return { base, credentials, send, service: createHistoryService(send, base, credentials, null) };
}

const conversionService = createConversionService(async () => (await openService()).service);

async function toProblem(error: unknown): Promise<Partial<ConversionState>> {
  if (error instanceof UnreadableTexts) return { status: 'unreadable' };
  if (error instanceof UnfinishedConversion) return { status: 'changing' };
  // After other statuses, the same request may succeed later.
  if (!(error instanceof ServiceRefusal) || ![400, 403, 409].includes(error.response.status))
    return { status: 'paused' };
  return { status: 'refused', reason: translateMessage((await failureOf(error)).message) };
}

/** Returns whether another device has finished the conversion. */
const isFinishedElsewhere = async (error: unknown): Promise<boolean> =>
  error instanceof ServiceRefusal && (await failureOf(error)).hint === 'encryption_state';

async function convert(history: History): Promise<void> {
  const { signal } = new AbortController();
  try {
    await convertHistory(history, conversionService, (progress) => publish(progress), signal);
  } catch (error) {
    if (!(await isFinishedElsewhere(error))) throw error;
    await history.refresh((await openService()).service);
  }
}

/**
 * Converts the history in the background while it is being turned on or off. Only one tab of this device does this at a time.
 * Several devices may, because converting a row again has no effect.
 */
export function startConversion(history: History): void {
  const isTurningOff = history.state() === 'turning_off';
  if (state.status === 'running' || (!isTurningOff && history.state() !== 'turning_on')) return;
  publish({ ...none, status: 'running' });
  void navigator.locks
    .request(`clover-conversion:${history.vault.accountId}`, () => convert(history))
    .then(async () => {
      if (isTurningOff) {
        // If this fails, EncryptedChats closes the device's encrypted data later.
        await encryptedDevice.close(history.vault.accountId).catch(() => {});
        // Refresh the session, because its `isEncrypted` is still true.
        await (await getSupabase()).auth.refreshSession();
      }
      publish(none);
    })
    .catch(async (error: unknown) => {
      const problem = await toProblem(error);
      publish(problem);
      if (problem.status !== 'unreadable') setTimeout(() => startConversion(history), retryPause);
    });
}

/**
 * Starts turning encrypted history off. Its texts are decrypted in the background. Stores statements, without
 * which the user's other devices would not accept the change.
 */
export async function turnOff(vault: Vault): Promise<void> {
  const client = await getSupabase();
  for (const statement of await createTurnOffStatements(vault))
    await client.rpc('start_turning_off', { statement }).throwOnError();
}
