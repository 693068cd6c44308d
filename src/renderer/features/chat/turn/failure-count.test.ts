import { expect, it } from 'vitest';
import { FailureCount } from './failure-count.ts';

it('reports the third failure in a row as a persistent issue; a success resets the count [CHAT-087]', () => {
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
