import { expect, it, vi } from 'vitest';
import type { CloverBridge } from '../../shared/ipc/bridge.ts';
import { createShell } from './desktop-shell.ts';

const shellOf = (bridge: Partial<CloverBridge>) => createShell(() => bridge as CloverBridge);

it("errors have main's message, without channel names", async () => {
  const checkService = async () => {
    throw new Error(
      "Error invoking remote method 'service:check-address': UserFacingError: This is not a URL.",
    );
  };
  await expect(shellOf({ checkService }).checkService('x')).rejects.toThrow(/^This is not a URL\.$/);
});

it('ignores failures of calls without a result', async () => {
  const notifyReply = vi.fn<CloverBridge['notifyReply']>(async () =>
    Promise.reject(new Error('clover:bad-payload')),
  );
  const reply = { userId: 'user', chatId: 'id', title: 'Garden plans' };
  shellOf({ notifyReply }).notifyReply(reply);
  await vi.waitFor(() => expect(notifyReply).toHaveBeenCalledWith(reply));
  await expect(notifyReply.mock.results[0]?.value).rejects.toThrow('clover:bad-payload');
});
