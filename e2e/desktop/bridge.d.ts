import type { CloverBridge } from '../../src/shared/ipc/bridge.ts';

declare global {
  interface Window {
    readonly clover?: CloverBridge;
  }
}
