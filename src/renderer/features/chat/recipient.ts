import { platform } from '../../platform/index.ts';
import type { ChatModel } from './turn/live-turn.ts';

const onThisComputer = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/;

export const hostOf = (origin: string | null): string | null =>
  origin !== null && URL.canParse(origin) ? new URL(origin).host : null;

/** Who is called for a model; null if unknown. */
export const vendorHostOf = ({ service, vendor }: ChatModel): string | null =>
  hostOf(service?.origin ?? vendor?.endpointOrigin ?? null);

/** Whether the vendor of a model is called without the service. In a browser, own keys go through the gateway, too. */
export function isDirect(model: ChatModel): boolean {
  const host = vendorHostOf(model);
  const isOwn = Boolean(model.vendor?.endpointOrigin) || (host !== null && onThisComputer.test(host));
  return platform.replyKeeper !== null && isOwn;
}
