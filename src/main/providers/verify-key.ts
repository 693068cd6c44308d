import type { Input } from '../../shared/ipc/contract.ts';
import type { channels } from '../../shared/ipc/channels.ts';
import { checkConnection } from '../../shared/providers/check-connection.ts';
import type { ConnectionResult } from '../../shared/providers/connection-result.ts';
import type { Service } from '../service/service.ts';
import { isEncryptedOrLocal } from './outbound.ts';
import type { FindVendor } from './vendor-lookup.ts';

export interface VerifyDependencies {
  readonly service: Pick<Service, 'connect'>;
  readonly findVendor: FindVendor;
  readonly fetch: typeof globalThis.fetch;
}

/** The key was not tested. The message is for the user. */
export class VerificationRefusal extends Error {
  override readonly name = 'VerificationRefusal';
}

export type KeyToVerify = Omit<Input<typeof channels.verifyKey>, 'requestId'>;

/**
 * Tests a key at its vendor (KEY-019). The request is sent from this computer, so that the service never receives the
 * key. The vendor's URL is read again, and the key is sent only if the origin is still the one in the dialog.
 * @throws VerificationRefusal before anything is sent; CompletionError `aborted` if the dialog is closed
 */
export function createKeyVerifier({ service, findVendor, fetch }: VerifyDependencies) {
  return async (
    { accessToken, vendor: name, endpointOrigin, key, model }: KeyToVerify,
    signal: AbortSignal,
  ): Promise<ConnectionResult> => {
    const found = await service
      .connect()
      .then((connection) => findVendor(connection, accessToken, name, signal, { isFresh: true }))
      .catch(() => {
        signal.throwIfAborted();
        throw new VerificationRefusal("Couldn't reach the service. Try again.");
      });
    if (!found) throw new VerificationRefusal('Vendor not found');
    const { origin, ...vendor } = found;
    if (origin !== endpointOrigin)
      throw new VerificationRefusal(
        `The URL of ${vendor.displayName} has changed, so the key was not sent. Open this dialog again.`,
      );
    if (!isEncryptedOrLocal(new URL(endpointOrigin)))
      throw new VerificationRefusal(
        `The URL of ${vendor.displayName} is not encrypted, so the key was not sent. It must start with https://.`,
      );
    return checkConnection({ ...vendor, apiKey: key }, model, { purpose: 'key', signal, fetch });
  };
}
