import type { IpcMainInvokeEvent } from 'electron';
import { isOwnUrl } from '../protocol/scheme.ts';

/**
 * Whether a call comes from our own page: the main frame of a window, showing `app://clover`. A frame inside the page,
 * a page that the window was lured to, and a frame that is gone already (its null sender) are strangers.
 */
export function isTrustedSender({ senderFrame: frame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  return frame !== null && frame.parent === null && isOwnUrl(frame.url);
}
