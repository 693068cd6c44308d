import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { contract, type Contract, type Input, type Output } from '../../shared/ipc/contract.ts';
import { log } from '../log.ts';
import { isOwnUrl } from '../protocol/scheme.ts';
import { UserFacingError } from './user-facing-error.ts';

export { UserFacingError };

/** Handles one channel. `contents` is the calling page, for later events. */
export type Handler<C extends keyof Contract> = (
  input: Input<C>,
  contents: WebContents,
) => Output<C> | Promise<Output<C>>;

/** Errors for the page. They contain neither the value nor the rule, so an attacker learns nothing. */
const refusal = {
  sender: 'clover:foreign-sender',
  payload: 'clover:bad-payload',
  failure: 'The app could not do that.',
} as const;

/**
 * Whether a call comes from our own page: the main frame of a window at `app://clover`. Frames inside the page and foreign
 * pages are not trusted. A removed frame is null, or throws when it is read.
 */
function isTrustedSender({ senderFrame: frame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  try {
    return frame !== null && frame.parent === null && isOwnUrl(frame.url);
  } catch {
    return false;
  }
}

/**
 * Handles one channel of the contract. The only caller of `ipcMain.handle`: it checks sender and input before any handler
 * runs, so that a handler can trust its input. A refused call is logged by channel and path, never by value.
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
      // Parsed too, so that the page receives only what the contract allows.
      return outputSchema.parse(await handler(input.data as Input<C>, event.sender));
    } catch (error) {
      if (error instanceof UserFacingError) throw error;
      log('ipc.failed', { channel, kind: error instanceof Error ? error.name : typeof error });
      throw new Error(refusal.failure, { cause: error });
    }
  });
}
