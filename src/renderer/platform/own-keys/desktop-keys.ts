import type { CloverBridge } from '../../../shared/ipc/bridge.ts';
import { callBridge } from '../call-bridge.ts';
import type { OwnKeys } from './own-keys.ts';

/**
 * Creates the access to own keys on the desktop, where the main process stores, verifies and uses them (DESK-004). The
 * page never gets a key back.
 */
export function createDesktopKeys(bridge: () => CloverBridge): OwnKeys {
  return {
    describe: async () => {
      const { state, canEncrypt } = await callBridge(() => bridge().describeVault());
      return state === 'available' ? { place: 'keychain' } : { place: 'session', reason: state, canEncrypt };
    },
    status: async (reference) => {
      const { keptIn: place, ...others } = await callBridge(() => bridge().hasKey(reference));
      return { place, ...others };
    },
    set: async (reference, key, place) => {
      const keepIn = place === 'keychain' || place === 'encrypted' ? place : 'session';
      return (await callBridge(() => bridge().setKey({ ...reference, key, keepIn }))).keptIn;
    },
    delete: async (reference) => (await callBridge(() => bridge().deleteKey(reference))).deleted,
    verify: async (reference, { key, model, signal }) => {
      signal.throwIfAborted();
      const requestId = crypto.randomUUID();
      const cancel = (): void =>
        void bridge()
          .cancelVerification({ requestId })
          // The caller has already stopped the verification.
          .catch(() => undefined);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await callBridge(() => bridge().verifyKey({ ...reference, requestId, key, model }));
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    // The keychain keeps its keys until they are removed.
    forget: async () => undefined,
  };
}
