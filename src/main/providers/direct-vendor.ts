import { CompletionError } from '../../shared/completion/error.ts';
import { userOfToken } from '../../shared/domain/token-user.ts';
import { localVendor } from '../../shared/providers/local-servers.ts';
import type { Vendor } from '../../shared/providers/vendor.ts';
import type { KeyVault } from '../keychain/key-vault.ts';
import type { Connection, Service } from '../service/service.ts';
import { isOwnServer, type FindVendor } from './vendor-lookup.ts';

export interface DirectVendorDependencies {
  readonly service: Pick<Service, 'identity' | 'connect'>;
  readonly vault: Pick<KeyVault, 'get'>;
  readonly findVendor: FindVendor;
}

interface Session {
  readonly accessToken: string;
  readonly signal: AbortSignal;
}

interface VendorRoute {
  readonly connection: Connection;
  /** The token's user, and the vendor that the main process may call directly. Null if the gateway must call it. */
  readonly direct: { readonly userId: string; readonly vendor: Vendor } | null;
}

/** Decides whether the main process calls a vendor directly. Rejects with CompletionError if the service can't be reached. */
export function createDirectVendor({ service, vault, findVendor }: DirectVendorDependencies) {
  const find = async (
    connection: Connection,
    vendorName: string | undefined,
    userId: string,
    { accessToken, signal }: Session,
  ): Promise<Vendor | null> => {
    // The URL of a server on this computer is fixed, so neither the page nor the service can make the app call another
    // one.
    const local = localVendor(vendorName);
    if (local) return local;
    const found = await findVendor(connection, accessToken, vendorName, signal).catch(() => null);
    if (!found || found.origin === null) return null;
    const { origin, ...vendor } = found;
    const apiKey = await vault.get({
      service: service.identity,
      userId,
      vendor: vendor.name,
      endpointOrigin: origin,
    });
    // A loopback URL of the active vendor points to the service's computer. Only a vendor that the request names can be
    // on this computer.
    const isMine = apiKey !== null || (vendorName !== undefined && isOwnServer(found));
    return isMine ? { ...vendor, apiKey } : null;
  };

  return async (vendorName: string | undefined, session: Session): Promise<VendorRoute> => {
    const connection = await service.connect().catch((error: unknown) => {
      throw new CompletionError(
        'network',
        error instanceof Error ? error.message : "The service can't be reached.",
      );
    });
    const userId = userOfToken(session.accessToken);
    const vendor = userId && (await find(connection, vendorName, userId, session));
    session.signal.throwIfAborted();
    return { connection, direct: userId && vendor ? { userId, vendor } : null };
  };
}
