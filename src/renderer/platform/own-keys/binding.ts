import { userOfToken } from '../../../shared/domain/user-of-token.ts';
import type { KeyReference } from './own-keys.ts';

/** All that a kept key is bound to. */
export interface KeyBinding {
  /** Origin of the service. */
  readonly service: string;
  readonly userId: string;
  readonly vendor: string;
  readonly endpointOrigin: string;
}

/** Throws a sentence for the user when the token names nobody. */
export function bindingOf(
  service: string,
  { accessToken, vendor, endpointOrigin }: KeyReference,
): KeyBinding {
  const userId = userOfToken(accessToken);
  if (userId === null) throw new Error('Please sign in again.');
  return { service: new URL(service).origin, userId, vendor, endpointOrigin };
}

/** A name for each binding; every part is encoded, so that none can reach into the next. */
export const nameOf = ({ service, userId, vendor, endpointOrigin }: KeyBinding): string =>
  [service, userId, vendor, endpointOrigin].map(encodeURIComponent).join(' ');

/** Whether both are keys of the same vendor, perhaps at different origins. */
export const isSameVendor = (a: KeyBinding, b: KeyBinding): boolean =>
  a.service === b.service && a.userId === b.userId && a.vendor === b.vendor;
