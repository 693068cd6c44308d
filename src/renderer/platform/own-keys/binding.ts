import { userOfToken } from '../../../shared/domain/token-user.ts';
import type { KeyReference } from './own-keys.ts';

export interface KeyBinding {
  readonly service: string;
  readonly userId: string;
  readonly vendor: string;
  readonly endpointOrigin: string;
}

/** Returns the binding of a key. Throws with a message for the user if the token is invalid. */
export function bindingOf(
  service: string,
  { accessToken, vendor, endpointOrigin }: KeyReference,
): KeyBinding {
  const userId = userOfToken(accessToken);
  if (userId === null) throw new Error('Sign in again.');
  return { service: new URL(service).origin, userId, vendor, endpointOrigin };
}

/** Returns a unique name for a binding. The parts are encoded, so that two bindings can't get the same name. */
export const bindingName = ({ service, userId, vendor, endpointOrigin }: KeyBinding): string =>
  [service, userId, vendor, endpointOrigin].map(encodeURIComponent).join(' ');

/** Compares two bindings without their origins. */
export const isSameVendor = (a: KeyBinding, b: KeyBinding): boolean =>
  a.service === b.service && a.userId === b.userId && a.vendor === b.vendor;
