import { expect, it } from 'vitest';
import type { Message } from '../chat.ts';
import { MessageTree } from './message-tree.ts';

const row = (id: string, parentId: string | null) => ({ id, parentId }) as Message;
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
