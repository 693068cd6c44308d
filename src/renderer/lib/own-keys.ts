import { queryOptions } from '@tanstack/react-query';
import { platform } from '../platform/index.ts';
import type { KeyStatus } from '../platform/own-keys/own-keys.ts';
import { readAccessToken } from './supabase.ts';
import { type Vendor, vendorsWithKeys } from './vendors.ts';

const noKeyStatus: KeyStatus = { place: null, elsewhere: null };
/** In milliseconds. The chat must not wait for a locked keychain, which responds only after the user unlocks it. */
const statusTimeout = 3_000;

/** Reads whether the user has own keys, by vendor name. A key that can't be checked counts as missing. */
async function readStatuses(vendors: readonly Vendor[]): Promise<ReadonlyMap<string, KeyStatus>> {
  const accessToken = await readAccessToken();
  const statuses = vendorsWithKeys(vendors).map(async ({ name, endpointOrigin }) => {
    const status = platform.ownKeys.status({ accessToken, vendor: name, endpointOrigin });
    return [name, await withTimeLimit(status).catch(() => noKeyStatus)] as const;
  });
  return new Map(await Promise.all(statuses));
}

function withTimeLimit(status: Promise<KeyStatus>): Promise<KeyStatus> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(noKeyStatus), statusTimeout);
    status.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export const ownKeyQueries = {
  everything: ['own-keys'] as const,
  /** The query key contains the origins, because a vendor key is bound to its vendor's origin. */
  statuses: (userId: string, vendors: readonly Vendor[]) =>
    queryOptions({
      queryKey: [
        ...ownKeyQueries.everything,
        userId,
        vendorsWithKeys(vendors).map(({ name, endpointOrigin }) => `${name} ${endpointOrigin}`),
      ],
      queryFn: () => readStatuses(vendors),
    }),
};
