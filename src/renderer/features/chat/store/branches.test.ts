import { describe, expect, it } from 'vitest';
import { messageRow } from '../testing/rows.ts';
import { branchShowing, branchWithout, findDeletedMessages } from './branches.ts';

/**
 * The reply has two versions, the second of which is followed by another exchange. The question has a system
 * prompt.
 */
const prompt = messageRow('prompt', 1, null, { role: 'system', versions: [] });
const question = messageRow('question', 2, 'prompt', { versions: ['question'] });
const first = messageRow('first', 3, 'question', { role: 'assistant', versions: ['first', 'second'] });
const further = messageRow('further', 4, 'first');
const second = messageRow('second', 5, 'question', { role: 'assistant', versions: ['first', 'second'] });
const all = [prompt, question, first, further, second];
const onFirst = [prompt, question, first, further];
const onSecond = [prompt, question, second];
const ids = (rows: readonly { id: string }[] | null) => rows?.map(({ id }) => id) ?? null;

describe('a branch after switching the version', () => {
  it('ends at the newest message below it', () => {
    expect(ids(branchShowing(onSecond, all, 'first'))).toEqual(ids(onFirst));
    expect(ids(branchShowing(onFirst, all, 'second'))).toEqual(ids(onSecond));
    expect(branchShowing(onFirst, all, 'further')).toBe(onFirst);
  });

  it('can belong to the first message, which has a system prompt', () => {
    const edited = messageRow('edited', 6, null, { versions: ['question', 'edited'] });
    const branch = [edited];
    expect(ids(branchShowing(branch, [...all, edited], 'question'))).toEqual(ids(onSecond));
    expect(branchShowing(branch, [...all, edited], 'question')?.[1]?.versions).toEqual([
      'question',
      'edited',
    ]);
  });

  it('is unknown if the version or an earlier message is not on this device', () => {
    expect(branchShowing(onFirst, onFirst, 'second')).toBeNull();
    expect(branchShowing([messageRow('other', 9, null)], [second], 'second')).toBeNull();
  });
});

describe('a branch after deleting a message', () => {
  it('shows the newest other version, or ends before it', () => {
    expect(ids(branchWithout(onFirst, all, 'first'))).toEqual(ids(onSecond));
    expect(branchWithout(onFirst, all, 'first').at(-1)?.versions).toEqual(['second']);
    expect(ids(branchWithout(onFirst, all, 'further'))).toEqual(['prompt', 'question', 'first']);
    expect(ids(branchWithout(onFirst, onFirst, 'first'))).toEqual(['prompt', 'question']);
  });

  it('only loses the deleted version if another one is shown', () => {
    const left = branchWithout(onSecond, all, 'first');
    expect([ids(left), left.at(-1)?.versions]).toEqual([ids(onSecond), ['second']]);
  });
});

describe('stored messages that the service has deleted', () => {
  it('include the versions that the branch does not list, with all their descendants', () => {
    const after = [prompt, question, { ...second, versions: ['second'] }];
    expect(ids(findDeletedMessages(all, after))).toEqual(['first', 'further']);
    expect(findDeletedMessages(all, onSecond)).toEqual([]);
  });

  it('include those after the last message, and all messages of an empty chat', () => {
    expect(ids(findDeletedMessages(all, [prompt, question]))).toEqual(['first', 'further', 'second']);
    expect(findDeletedMessages(all, [])).toEqual(all);
  });

  it('include system prompts whose message was deleted', () => {
    const edited = messageRow('edited', 6, null, { versions: ['edited'] });
    expect(ids(findDeletedMessages([...all, edited], [edited]))).toEqual(ids(all));
  });
});
