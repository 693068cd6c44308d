import { ipcMain, type WebContents } from 'electron';
import { contract, type Contract, type Input, type Output } from '../../shared/ipc/contract.ts';
import { log } from '../log.ts';
import { isTrustedSender } from './sender.ts';
import { UserFacingError } from './user-facing-error.ts';

export { UserFacingError };

/** Does the work of one channel. `contents` is the page that asked, for answers that come later. */
export type Handler<C extends keyof Contract> = (
  input: Input<C>,
  contents: WebContents,
) => Output<C> | Promise<Output<C>>;

/** The refusals, told to the page as they are. They name neither the value nor the rule: a stranger learns nothing. */
const refusal = {
  sender: 'clover:foreign-sender',
  payload: 'clover:bad-payload',
  failure: 'The app could not do that.',
} as const;

/**
 * Answers one channel of the contract. This is the only caller of `ipcMain.handle`: it checks who asks and what is asked
 * before any handler runs, so that a handler can trust its input. A refused call leaves main running and is logged
 * by channel and path, never by value.
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
      // Parsed on the way out as well: a handler that returns more than the contract tells the page no more than that.
      return outputSchema.parse(await handler(input.data as Input<C>, event.sender));
    } catch (error) {
      if (error instanceof UserFacingError) throw error;
      log('ipc.failed', { channel, kind: error instanceof Error ? error.name : typeof error });
      throw new Error(refusal.failure, { cause: error });
    }
  });
}
