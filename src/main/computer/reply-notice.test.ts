import { beforeEach, expect, it } from 'vitest';
import { app, recordedCalls, resetElectron } from '../testing/electron.ts';
import { createReplyNotice } from './reply-notice.ts';

const chatId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const reply = { userId, chatId, title: 'Garden plans' };
let isEnabled: boolean;
let isInFront: boolean;
let opened: string[];
let marked: string[];
let sent: unknown[];

beforeEach(() => {
  resetElectron();
  isEnabled = true;
  isInFront = false;
  opened = [];
  marked = [];
  sent = [];
});

const create = () =>
  createReplyNotice({
    isEnabled: () => isEnabled,
    isInFront: () => isInFront,
    open: (path) => opened.push(path),
    send: (message) => sent.push(message),
    badge: { add: (id) => marked.push(id) },
  });

it("a reply in the background is announced with only its chat's title, and a click opens the chat", () => {
  create().show(reply);
  const [notice] = recordedCalls.notices;
  expect(notice!.options).toStrictEqual({
    title: 'Clover',
    body: 'New reply in "Garden plans"',
    silent: true,
    hasReply: true,
    replyPlaceholder: 'Message',
  });
  expect(notice!.calls).toEqual(['show']);
  expect(marked).toEqual([chatId]);
  notice!.emit('click');
  expect(opened).toEqual([`/chat?id=${chatId}`]);
});

it('there is no notification if the user sees the window or has turned notifications off', () => {
  const { show: notify } = create();
  isInFront = true;
  notify(reply);
  isInFront = false;
  isEnabled = false;
  notify(reply);
  expect(recordedCalls.notices).toEqual([]);
  expect(marked).toEqual([]);
});

it('a second reply in the same chat replaces the first notification', () => {
  const { show: notify } = create();
  notify(reply);
  notify(reply);
  notify({ userId, chatId: chatId.replace('3', '4'), title: 'Bread' });
  expect(recordedCalls.notices.map(({ calls }) => calls)).toEqual([['show', 'close'], ['show'], ['show']]);
});

it('a message typed into the notification is sent once and opens nothing', () => {
  create().show(reply);
  const [notice] = recordedCalls.notices;
  notice!.emit('reply', { reply: 'And in winter?' });
  notice!.emit('close', {});
  expect(sent).toEqual([{ userId, chatId, text: 'And in winter?' }]);
  expect(opened).toEqual([]);
});

it.each(['timedOut', 'applicationHidden'])(
  'a notification that left the screen (%s) still takes a message and is removed at sign-out',
  (reason) => {
    const { show, clear } = create();
    show(reply);
    const [notice] = recordedCalls.notices;
    notice!.emit('close', { reason });
    clear();
    clear();
    expect(notice!.calls).toEqual(['show', 'close']);
    notice!.emit('reply', { reply: 'And in winter?' });
    expect(sent).toHaveLength(1);
  },
);

it('a notification that the user has closed is forgotten', () => {
  const { show, clear } = create();
  show(reply);
  const [notice] = recordedCalls.notices;
  notice!.emit('close', { reason: 'userCanceled' });
  clear();
  expect(notice!.calls).toEqual(['show']);
});

it('no notification is left when the app quits or the user signs out, because nothing would read its message', () => {
  const { show, clear } = create();
  show(reply);
  app.emit('will-quit');
  show(reply);
  clear();
  expect(recordedCalls.notices.map(({ calls }) => calls)).toEqual([
    ['show', 'close'],
    ['show', 'close'],
  ]);
});
