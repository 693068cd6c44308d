import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { registerToastHost, type Toast } from '../../../lib/toast.ts';
import { Drafts } from '../drafts.ts';
import { FailureCount } from './failure-count.ts';
import type { LiveTurn } from './live-turn.ts';
import { noticeOf, reportOutcome } from './report-outcome.ts';

const turn = {
  chatId: 'chat',
  messageId: 'message',
  requestId: 'message',
  action: null,
  isChatStored: true,
  isMessageStored: true,
  phase: 'failed',
  failure: { code: 'api', message: 'Broken' },
} as unknown as LiveTurn;
const error = { title: 'Error', message: 'Broken', variant: 'destructive' };
const show = vi.fn<(toast: Toast) => void>();

beforeEach(() => {
  show.mockReset();
  onTestFinished(registerToastHost(show));
});

function report(reported: LiveTurn, isShown: boolean, code: 'api' | 'quota' = 'api'): Drafts {
  const drafts = new Drafts();
  const outcome = { kind: 'failed', code, message: 'Broken' } as const;
  reportOutcome({ drafts, failures: new FailureCount(), isShown }, reported, outcome);
  return drafts;
}

it('shows a failure below its message, and as a toast only in another chat', () => {
  report(turn, true);
  expect(show).not.toHaveBeenCalled();
  expect(noticeOf(turn)).toEqual(error);
  report(turn, false);
  expect(show.mock.calls).toMatchObject([[error]]);
});

it('shows a toast if a reply could not be regenerated, because that reply stays', () => {
  report({ ...turn, messageId: 'another' }, true);
  expect(show.mock.calls).toMatchObject([[error]]);
});

it('shows only at the input that no message is left for regenerating a reply', () => {
  const drafts = report({ ...turn, messageId: 'another' }, true, 'quota');
  expect(show).not.toHaveBeenCalled();
  expect([drafts.get('chat'), drafts.refusalOf('chat')?.reason]).toEqual(['', 'Broken']);
  report({ ...turn, messageId: 'another' }, false, 'quota');
  expect(show).toHaveBeenCalledOnce();
});

it('has no notice after a stop', () => {
  expect(noticeOf({ ...turn, failure: null })).toBeNull();
});
