import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import { callBridge } from './call-bridge.ts';
import type { Shell } from './shell.ts';

/** The app around the window's page, through the preload's bridge. */
export function createShell(bridge: () => CloverBridge): Shell {
  return {
    onCommand: (listener) => bridge().onCommand(listener),
    takeDestination: () => callBridge(async () => bridge().takeLink()),
  };
}
