import { useSyncExternalStore } from 'react';
import { platform } from '../../platform/index.ts';
import { getSupabase, readAccessToken } from '../supabase.ts';
import {
  type ConversionProgress,
  type ConversionService,
  convertHistory,
  UnreadableTexts,
} from '../../../shared/encrypted-history/convert.ts';
import type { History } from '../../../shared/encrypted-history/history.ts';
import { createHistoryService, ServiceRefusal } from '../../../shared/encrypted-history/service.ts';

/** `paused`: it continues in a minute, or when the app is opened again. `unreadable`: some texts don't open. */
export interface ConversionState extends ConversionProgress {
  readonly status: 'none' | 'running' | 'paused' | 'unreadable';
}

const none: ConversionState = { status: 'none', done: 0, total: 0 };
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

/** How long (ms) to wait after a failure, for example without a connection. */
const retryPause = 60_000;

/** Sends requests past the encryption, each with a fresh token, because a conversion may take hours. */
export async function openService() {
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const base = `${supabaseUrl.replace(/\/+$/, '')}/rest/v1/`;
  const credentials = { apikey: supabaseKey, authorization: `Bearer ${await readAccessToken()}` };
  const send: typeof fetch = (input, init) => fetch(input, init);
  return { base, credentials, send, service: createHistoryService(send, base, credentials, null) };
}

const conversionService: ConversionService = {
  call: async (name, parameters) => (await openService()).service.call(name, parameters),
  readAll: async (table) => (await openService()).service.read(table, 'select=*&limit=1000'),
  change: async (table, id, columns) => {
    const { base, credentials, send } = await openService();
    const response = await send(`${base}${table}?id=eq.${String(id)}`, {
      method: 'PATCH',
      headers: { ...credentials, 'content-type': 'application/json' },
      body: JSON.stringify(columns),
    });
    if (!response.ok) throw new ServiceRefusal(response);
  },
};

/**
 * Converts the history in the background while it is turned on or off. Only one tab of this device does it at a time;
 * several devices may, because converting a row again has no effect.
 */
export function startConversion(history: History): void {
  if (state.status === 'running' || history.state() === 'on') return;
  publish({ ...none, status: 'running' });
  const { accountId } = history.vault;
  const isTurningOff = history.state() === 'turning_off';
  const { signal } = new AbortController();
  void navigator.locks
    .request(`clover-conversion:${accountId}`, () =>
      convertHistory(history, conversionService, (progress) => publish(progress), signal),
    )
    .then(async () => {
      publish(none);
      // The account no longer has keys, which the next session says.
      if (isTurningOff) await (await getSupabase()).auth.refreshSession();
    })
    .catch((error: unknown) => {
      if (error instanceof UnreadableTexts) return publish({ status: 'unreadable' });
      publish({ status: 'paused' });
      setTimeout(() => startConversion(history), retryPause);
    });
}

/** Begins to turn encrypted history off. Its texts are decrypted in the background. */
export async function turnOff(): Promise<void> {
  await (await getSupabase()).rpc('start_turning_off').throwOnError();
}
