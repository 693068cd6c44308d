import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Channel, channels } from '../../shared/ipc/channels.ts';
import type { Completions } from '../providers/completions.ts';
import { tokenOf } from '../replies/testing/fake-reply-service.ts';
import { invoke, resetElectron } from '../testing/electron.ts';
import { registerCompletions } from './completions.ts';
import { registerReplies } from './replies.ts';

const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const replyId = '0b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d';
const requestId = '1b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d';
const accessToken = tokenOf(userId);
/** The service refuses this token of the same user. */
const forged = tokenOf(userId, 2);

let calls: unknown[];
beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  calls = [];
  const tokens = {
    check: async (token: string) => (token === accessToken ? userId : null),
    use: (token: string) => void calls.push(['use', token]),
  };
  const replies = {
    stop: (user: string, id: string) => {
      calls.push(['stop', user, id]);
      return true;
    },
    settle: async (user: string) => void calls.push(['settle', user]),
    forget: (user: string) => void calls.push(['forget', user]),
  };
  const completions: Pick<Completions, 'resume' | 'cancelAll'> = {
    resume: (_receiver, call) => {
      calls.push(['resume', call]);
      return true;
    },
    cancelAll: () => undefined,
  };
  registerCompletions(completions as Completions, tokens);
  registerReplies(replies as never, tokens as never, () => calls.push('signed out'));
});

const resume = (token: string) =>
  invoke(channels.resumeReply, [{ requestId, replyId, from: 3, reasoningFrom: 0, accessToken: token }]);

describe('a reply that main writes', () => {
  it('is continued for its user', async () => {
    expect(await resume(accessToken)).toEqual({ isFound: true });
    expect(calls).toEqual([
      ['resume', { requestId, userId, request: { replyId, from: 3, reasoningFrom: 0 } }],
    ]);
  });

  it('is not shown for a token that the service refuses', async () => {
    expect(await resume(forged)).toEqual({ isFound: false });
    expect(calls).toEqual([]);
  });

  it("is stopped for the token's user, even while the service is unavailable", async () => {
    expect(await invoke(channels.stopReply, [{ replyId, accessToken: forged }])).toEqual({ isFound: true });
    expect(await invoke(channels.stopReply, [{ replyId, accessToken: 'no token' }])).toEqual({
      isFound: false,
    });
    expect(calls).toEqual([['stop', userId, replyId]]);
  });

  it('is interrupted and deleted only for a token that the service accepts', async () => {
    await invoke(channels.settleReplies, [{ accessToken: forged }]);
    await invoke(channels.forgetReplies, [{ accessToken: forged }]);
    expect(calls).toEqual(['signed out']);
    calls.length = 0;
    await invoke(channels.settleReplies, [{ accessToken }]);
    await invoke(channels.forgetReplies, [{ accessToken }]);
    await invoke(channels.useToken, [{ accessToken }]);
    expect(calls).toEqual([['settle', userId], 'signed out', ['forget', userId], ['use', accessToken]]);
  });
});

it.each<readonly [Channel, object]>([
  [channels.resumeReply, { requestId, replyId, from: -1, reasoningFrom: 0, accessToken }],
  [channels.resumeReply, { requestId, replyId, from: 1.5, reasoningFrom: 0, accessToken }],
  [channels.resumeReply, { requestId, replyId: `../${replyId}`, from: 0, reasoningFrom: 0, accessToken }],
  [channels.resumeReply, { replyId, from: 0, reasoningFrom: 0, accessToken }],
  [channels.stopReply, { replyId: 'all', accessToken }],
  [channels.stopReply, { replyId }],
  [channels.settleReplies, { accessToken: '' }],
  [channels.forgetReplies, { userId }],
  [channels.useToken, { accessToken: 'x'.repeat(10_000) }],
])('%s refuses %j', async (channel, payload) => {
  await expect(invoke(channel, [payload])).rejects.toThrow('clover:bad-payload');
  expect(calls).toEqual([]);
});
