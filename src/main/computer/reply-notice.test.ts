import { beforeEach, expect, it } from 'vitest';
import { recorded, resetElectron } from '../testing/electron.ts';
import { createReplyNotice } from './reply-notice.ts';

const chatId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const reply = { chatId, title: 'Garden plans' };
let isWanted: boolean;
let isInFront: boolean;
let opened: string[];

beforeEach(() => {
  resetElectron();
  isWanted = true;
  isInFront = false;
  opened = [];
});

const create = () =>
  createReplyNotice({
    isWanted: () => isWanted,
    isInFront: () => isInFront,
    open: (path) => opened.push(path),
  });

it('a reply that arrives behind other windows is told by its chat alone, and a click opens it', () => {
  create()(reply);
  const [notice] = recorded.notices;
  expect(notice!.options).toStrictEqual({
    title: 'Clover',
    body: '“Garden plans” has its reply.',
    silent: true,
  });
  expect(notice!.calls).toEqual(['show']);
  notice!.emit('click');
  expect(opened).toEqual([`/chat?id=${chatId}`]);
});

it('nothing is told to a person who looks at the window, or who does not want it', () => {
  const tell = create();
  isInFront = true;
  tell(reply);
  isInFront = false;
  isWanted = false;
  tell(reply);
  expect(recorded.notices).toEqual([]);
});

it('a second reply of the same chat takes the place of the first', () => {
  const tell = create();
  tell(reply);
  tell(reply);
  tell({ chatId: chatId.replace('3', '4'), title: 'Bread' });
  expect(recorded.notices.map(({ calls }) => calls)).toEqual([['show', 'close'], ['show'], ['show']]);
});
