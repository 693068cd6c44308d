import { channels } from '../../shared/ipc/channels.ts';
import { askUser } from './ask.ts';
import { handle, UserFacingError } from './handle.ts';
import { erasureTexts as texts } from './texts.ts';

export interface ErasureChannel {
  readonly isOwner: boolean;
  readonly request: () => void;
  readonly relaunch: () => void;
}

/**
 * Handles "erase all data". The main process asks in a system dialog, because a page must not be able to confirm it.
 */
export function registerErasure({ isOwner, request, relaunch }: ErasureChannel): void {
  handle(channels.eraseData, async (_input, contents) => {
    if (!isOwner) throw new UserFacingError(texts.elsewhere);
    if (!(await askUser(contents, 'warning', texts.question))) return { isAgreed: false };
    try {
      request();
    } catch {
      throw new UserFacingError(texts.failed);
    }
    // Restart after the response, which the page waits for.
    setImmediate(relaunch);
    return { isAgreed: true };
  });
}
