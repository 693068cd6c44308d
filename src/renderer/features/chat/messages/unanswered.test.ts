import { afterEach, describe, expect, it } from 'vitest';
import { forgetUnsent } from '../../../lib/unsent.ts';
import { readFailure, storeFailure } from '../turn/failed-replies.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import type { TurnOutcome } from '../turn/sending.ts';
import type { ShownMessage } from '../turn/shown-messages.ts';
import { markUnanswered } from './Conversation.tsx';

const question: ShownMessage = {
  id: 'q',
  role: 'user',
  content: 'Question',
  createdAt: new Date(0).toISOString(),
  status: 'delivered',
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  thinking: null,
  failure: null,
};
const shown = (now: number, isAwaited = false) => markUnanswered('ada', [question], isAwaited, now).at(-1);
const status = (now: number, isAwaited = false) => shown(now, isAwaited)?.status;

it('offers Retry for the last message if it has no reply [CHAT-051]', () => {
  expect(status(15_000)).toBe('failed');
});

it('offers no Retry while this or another device may still receive the reply', () => {
  expect(status(14_999)).toBe('delivered');
  expect(status(15_000, true)).toBe('delivered');
});

describe('the reason why a message has no reply', () => {
  const failed: TurnOutcome = { kind: 'failed', code: 'timeout', message: 'Request timed out' };
  const store = (outcome: TurnOutcome, turn: Partial<LiveTurn> = {}) =>
    storeFailure('ada', { messageId: 'q', requestId: 'q', reply: { id: 'r' }, ...turn } as LiveTurn, outcome);
  afterEach(() => localStorage.clear());

  it('is shown after a reload, without waiting, until there is a reply [CHAT-086]', () => {
    store(failed);
    expect(shown(0)).toMatchObject({
      status: 'failed',
      failure: { code: 'timeout', isAction: false },
      notice: { title: 'Error', message: 'Request timed out' },
    });
    expect(status(0, true)).toBe('delivered');
    store({ kind: 'answered' });
    expect(status(0)).toBe('delivered');
  });

  it('is that of the first reply, even if another page requested it', () => {
    store(failed, { requestId: 'another version' });
    expect(shown(0)?.failure).toBeNull();
    store(failed, { requestId: 'r' });
    expect(shown(0)?.failure?.code).toBe('timeout');
  });

  it('belongs to the account, and is forgotten at sign-out', () => {
    store(failed);
    expect(readFailure('bob', 'q')).toBeNull();
    forgetUnsent('ada');
    expect(readFailure('ada', 'q')).toBeNull();
  });

  it('is stored for the last 50 messages', () => {
    for (let n = 0; n <= 50; n++) store(failed, { messageId: `q${n}`, requestId: `q${n}` });
    expect([readFailure('ada', 'q0'), readFailure('ada', 'q50')?.code]).toEqual([null, 'timeout']);
  });
});
