import { beforeEach, expect, it } from 'vitest';
import { recorded, resetElectron } from '../testing/electron.ts';
import { createReplyNotice } from './reply-notice.ts';

const chatId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const reply = { chatId, title: 'Garden plans' };
let isEnabled: boolean;
let isInFront: boolean;
let opened: string[];

beforeEach(() => {
  resetElectron();
  isEnabled = true;
  isInFront = false;
  opened = [];
});

const create = () =>
  createReplyNotice({
    isEnabled: () => isEnabled,
    isInFront: () => isInFront,
    open: (path) => opened.push(path),
  });

it('a reply behind other windows is notified with the title of its chat only, and a click opens it', () => {
  create()(reply);
  const [notice] = recorded.notices;
  expect(notice!.options).toStrictEqual({
    title: 'Clover',
    body: 'New reply in "Garden plans"',
    silent: true,
  });
  expect(notice!.calls).toEqual(['show']);
  notice!.emit('click');
  expect(opened).toEqual([`/chat?id=${chatId}`]);
});

it('no notification for a user who sees the window or has disabled them', () => {
  const tell = create();
  isInFront = true;
  tell(reply);
  isInFront = false;
  isEnabled = false;
  tell(reply);
  expect(recorded.notices).toEqual([]);
});

it('a second reply in the same chat replaces the first notification', () => {
  const tell = create();
  tell(reply);
  tell(reply);
  tell({ chatId: chatId.replace('3', '4'), title: 'Bread' });
  expect(recorded.notices.map(({ calls }) => calls)).toEqual([['show', 'close'], ['show'], ['show']]);
});
