import type { IpcMainInvokeEvent } from 'electron';
import { isOwnUrl } from '../protocol/scheme.ts';

/**
 * Whether a call comes from our own page: the main frame of a window, showing `app://clover`. A frame inside the page,
 * a page that the window was lured to, and a frame that is gone already are strangers: of such a frame there is none
 * (a null sender), or Electron throws when it is looked at.
 */
export function isTrustedSender({ senderFrame: frame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  try {
    return frame !== null && frame.parent === null && isOwnUrl(frame.url);
  } catch {
    return false;
  }
}
