import type { channels } from './channels.ts';
import type { ShellCommand } from './commands.ts';
import type { CompletionEvent, Input, Output, ServiceState } from './contract.ts';

type BridgeCall<C extends keyof typeof channels> =
  Input<(typeof channels)[C]> extends void
    ? () => Promise<Output<(typeof channels)[C]>>
    : (input: Input<(typeof channels)[C]>) => Promise<Output<(typeof channels)[C]>>;

export type RemoveListener = () => void;

/**
 * The functions of `window.clover` on the desktop page: one per channel, and one per event, which adds a listener and
 * returns a function that removes it. The page cannot name a channel itself, and no function returns a key.
 */
export type CloverBridge = {
  readonly [C in keyof typeof channels]: BridgeCall<C>;
} & {
  readonly onCompletionEvent: (listener: (event: CompletionEvent) => void) => RemoveListener;
  readonly onServiceState: (listener: (state: ServiceState) => void) => RemoveListener;
  readonly onCommand: (listener: (command: ShellCommand) => void) => RemoveListener;
};
