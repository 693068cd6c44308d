import { isLoopback } from './outbound.ts';
import type { KeylessVendor } from './vendor-lookup.ts';

/**
 * Whether main may call this vendor without any key: the user's own model server on this very computer. Only the one
 * kind that is meant for it, and only over loopback, so that no row of the service can lead main to another place.
 */
export const isOwnServer = ({ name, origin, config }: KeylessVendor): boolean =>
  name === 'ollama' && config.needs_key !== true && origin !== null && isLoopback(new URL(origin));
