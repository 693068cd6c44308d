import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageFromCommandLine } from '../deep-link.ts';
import { app, resetElectron } from '../testing/electron.ts';
import { setJumpList } from './jump-list.ts';

beforeEach(resetElectron);
afterEach(() => void (app.isPackaged = false));

const chosen: string[] = [];
const choose = (name: string) => () => void chosen.push(name);
const actions = { newChat: choose('chat'), newWindow: choose('window'), quickAsk: choose('ask') };

it("the Windows taskbar starts the app's own file with a link to a new chat", () => {
  app.isPackaged = true;
  setJumpList('win32', { PORTABLE_EXECUTABLE_FILE: 'D:\\Clover.exe' }, actions);
  expect(app.userTasks).toMatchObject([{ program: 'D:\\Clover.exe', title: 'New Chat' }]);
  expect(pageFromCommandLine(['Clover.exe', app.userTasks[0]!.arguments])).toBe('/chat');
});

it('the macOS dock offers a new chat, a new window and a quick question', () => {
  setJumpList('darwin', {}, actions);
  for (const { click } of app.dockMenu) click?.({} as never, undefined, {} as never);
  expect(chosen).toEqual(['chat', 'window', 'ask']);
});

it('the jump list is not set in development and on Linux', () => {
  setJumpList('win32', {}, actions);
  app.isPackaged = true;
  setJumpList('linux', {}, actions);
  expect(app.userTasks).toEqual([]);
  expect(app.dockMenu).toEqual([]);
});
