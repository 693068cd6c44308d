import { channels } from '../../shared/ipc/channels.ts';
import { ask } from './ask.ts';
import { handle, UserFacingError } from './handle.ts';
import { erasureTexts as texts } from './texts.ts';

export interface ErasureChannel {
  /** Whether the embedded service is in use. */
  readonly isOwner: boolean;
  /** Makes the next start erase everything. */
  readonly request: () => void;
  readonly relaunch: () => void;
}

/** Erases everything on the owner's computer. Main asks in a system dialog, which no page can confirm. */
export function registerErasure({ isOwner, request, relaunch }: ErasureChannel): void {
  handle(channels.eraseData, async (_input, contents) => {
    if (!isOwner) throw new UserFacingError(texts.elsewhere);
    if (!(await ask(contents, 'warning', texts.question))) return { isAgreed: false };
    try {
      request();
    } catch {
      throw new UserFacingError(texts.failed);
    }
    // Runs after the response, because the page waits for it.
    setImmediate(relaunch);
    return { isAgreed: true };
  });
}
