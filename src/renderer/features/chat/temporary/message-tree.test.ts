import { expect, it } from 'vitest';
import type { Message } from '../chat.ts';
import { MessageTree } from './message-tree.ts';

const row = (id: string, parentId: string | null, role: Message['role'] = 'user') =>
  ({ id, parentId, role }) as Message;
const idsOf = (tree: MessageTree) => tree.branch().map(({ id }) => id);

function createTree() {
  const tree = new MessageTree(() => {});
  tree.add([row('question', null), row('reply', 'question')]);
  tree.add([row('follow-up', 'reply'), row('last', 'follow-up')]);
  return tree;
}

it('shows a new version, and the branch of an earlier one when it is chosen', () => {
  const tree = createTree();
  tree.add([row('reply 2', 'question')]);
  expect(idsOf(tree)).toEqual(['question', 'reply 2']);
  expect(tree.branch().at(-1)?.versions).toEqual(['reply', 'reply 2']);
  tree.showVersion('reply');
  expect(idsOf(tree)).toEqual(['question', 'reply', 'follow-up', 'last']);
});

it('shows the branch of a version that was continued last', () => {
  const tree = createTree();
  tree.add([row('follow-up 2', 'reply')]);
  tree.showVersion('follow-up');
  tree.add([row('latest', 'last')]);
  tree.add([row('reply 2', 'question')]);
  tree.showVersion('reply');
  expect(idsOf(tree)).toEqual(['question', 'reply', 'follow-up', 'last', 'latest']);
});

it('deletes a version with the messages after it, and keeps the others', () => {
  const tree = createTree();
  tree.add([row('reply 2', 'question')]);
  tree.showVersion('reply');
  tree.deleteVersion('reply');
  expect(idsOf(tree)).toEqual(['question', 'reply 2']);
  expect(tree.branch().at(-1)?.versions).toEqual(['reply 2']);
  tree.deleteVersion('reply 2');
  expect(idsOf(tree)).toEqual(['question']);
  tree.deleteVersion('question');
  expect([idsOf(tree), tree.count()]).toEqual([[], 0]);
});

it('a message with a system prompt is a version like others, and is deleted with its prompt', () => {
  const tree = new MessageTree(() => {});
  tree.add([row('prompt', null, 'system'), row('question', 'prompt')]);
  tree.add([row('prompt 2', null, 'system'), row('question 2', 'prompt 2')]);
  expect(idsOf(tree)).toEqual(['prompt 2', 'question 2']);
  expect(tree.branch().at(-1)?.versions).toEqual(['question', 'question 2']);
  tree.showVersion('question');
  expect(idsOf(tree)).toEqual(['prompt', 'question']);
  tree.deleteVersion('question');
  expect([idsOf(tree), tree.count()]).toEqual([['prompt 2', 'question 2'], 2]);
});

it('an edited message that keeps its system prompt shares it', () => {
  const tree = new MessageTree(() => {});
  tree.add([row('prompt', null, 'system'), row('question', 'prompt')]);
  tree.add([row('question 2', 'prompt')]);
  tree.deleteVersion('question 2');
  expect(idsOf(tree)).toEqual(['prompt', 'question']);
  tree.deleteVersion('question');
  expect([idsOf(tree), tree.count()]).toEqual([[], 0]);
});
