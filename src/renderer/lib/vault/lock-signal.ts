/** Carries the id of an account that must be locked, between tabs and inside a page. */
export const lockChannel = 'clover-vault';

/** Locks an account in all tabs of this device, without loading the code of encrypted history. */
export function signalLock(accountId: string): void {
  const channel = new BroadcastChannel(lockChannel);
  channel.postMessage(accountId);
  channel.close();
}
