import { platform } from '../../platform/index.ts';
import type { ChatModel } from './turn/live-turn.ts';

const localHostPattern = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/;

export const hostOf = (origin: string | null): string | null =>
  origin !== null && URL.canParse(origin) ? new URL(origin).host : null;

/** Returns the host of a model's vendor, or null if it is unknown. */
export const vendorHostOf = ({ service, vendor }: ChatModel): string | null =>
  hostOf(service?.origin ?? vendor?.endpointOrigin ?? null);

/**
 * True if the model's vendor is called directly, not through the service. In browsers, requests with own keys
 * also go through the gateway.
 */
export function isDirect(model: ChatModel): boolean {
  const host = vendorHostOf(model);
  const isOwn = Boolean(model.vendor?.endpointOrigin) || (host !== null && localHostPattern.test(host));
  return platform.replyKeeper !== null && isOwn;
}
