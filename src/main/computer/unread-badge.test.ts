import { beforeEach, expect, it } from 'vitest';
import { app, BrowserWindow, recordedCalls, resetElectron } from '../testing/electron.ts';
import { createUnreadBadge } from './unread-badge.ts';

beforeEach(resetElectron);

const focusWindow = () => app.emit('browser-window-focus', {}, {});

it.each(['darwin', 'linux'] as const)(
  'the icon on %s counts the chats with a new reply until a window gets the focus',
  (platform) => {
    const badge = createUnreadBadge(platform, () => []);
    badge.add('one');
    badge.add('two');
    badge.add('two');
    expect(app.badgeCount).toBe(2);
    focusWindow();
    expect(app.badgeCount).toBe(0);
    badge.add('one');
    expect(app.badgeCount).toBe(1);
  },
);

it('the taskbar of Windows shows a dot, which a screen reader can read', () => {
  const window = new BrowserWindow({});
  const badge = createUnreadBadge('win32', () => recordedCalls.windows as never);
  badge.add('one');
  expect(window.overlay).toEqual({
    icon: { width: 16, height: 16, corner: 0, center: 255 },
    description: '1 chat with a new reply',
  });
  focusWindow();
  expect(window.overlay?.icon).toBeNull();
  expect(app.badgeCount).toBe(0);
});
