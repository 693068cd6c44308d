import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { contract, type Contract, type Input, type Output } from '../../shared/ipc/contract.ts';
import { log } from '../log.ts';
import { isOwnUrl } from '../protocol/scheme.ts';
import { UserFacingError } from './user-facing-error.ts';

export { UserFacingError };

/** The handler of one channel. `contents` is the calling page, which may receive events later. */
export type Handler<C extends keyof Contract> = (
  input: Input<C>,
  contents: WebContents,
) => Output<C> | Promise<Output<C>>;

/** Error messages for the page. They reveal neither the value nor the rule to an attacker. */
const refusal = {
  sender: 'clover:foreign-sender',
  payload: 'clover:bad-payload',
  failure: 'Something went wrong. Try again.',
} as const;

/**
 * Returns whether a call comes from our own page: the main frame of a window at `app://clover`. Frames inside the page
 * and other pages are not trusted. A removed frame is null, or throws when it is read.
 */
function isTrustedSender({ senderFrame: frame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  try {
    return frame !== null && frame.parent === null && isOwnUrl(frame.url);
  } catch {
    return false;
  }
}

/**
 * Registers the handler of one channel. Nothing else may call `ipcMain.handle`. Sender and input are checked first,
 * so the handler can trust its input. The log line of a refused call contains the channel and the path, but not the
 * value.
 */
export function handle<C extends keyof Contract>(channel: C, handler: Handler<C>): void {
  const { input: inputSchema, output: outputSchema } = contract[channel];
  ipcMain.handle(channel, async (event, ...parameters: unknown[]) => {
    if (!isTrustedSender(event)) {
      log('ipc.refused', { channel, reason: 'sender' });
      throw new Error(refusal.sender);
    }
    const input = inputSchema.safeParse(parameters[0]);
    if (!input.success || parameters.length > 1) {
      const path = input.error?.issues[0]?.path.join('.') ?? 'arguments';
      log('ipc.refused', { channel, reason: 'payload', path });
      throw new Error(refusal.payload);
    }
    try {
      // Also parse the output, so that the page receives only what the contract allows.
      return outputSchema.parse(await handler(input.data as Input<C>, event.sender));
    } catch (error) {
      if (error instanceof UserFacingError) throw error;
      log('ipc.failed', { channel, kind: error instanceof Error ? error.name : typeof error });
      throw new Error(refusal.failure, { cause: error });
    }
  });
}
