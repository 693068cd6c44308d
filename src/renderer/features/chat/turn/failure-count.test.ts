import { expect, it } from 'vitest';
import { FailureCount } from './failure-count.ts';

it('calls the third failure in a row a persistent issue; a success starts over [CHAT-087]', () => {
  const count = new FailureCount();
  expect([count.failed(), count.failed()]).toEqual([false, false]);
  count.succeeded();
  expect([count.failed(), count.failed(), count.failed(), count.failed()]).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
