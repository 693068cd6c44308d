import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { dialog, FakeContents, invoke, resetElectron } from '../testing/electron.ts';
import { registerLocalChats } from './local-chats.ts';
import { UserFacingError } from './user-facing-error.ts';

let calls: string[];
let failure: Error | null;

const register = (address: string | null) =>
  registerLocalChats({
    address,
    localChats: {
      open: async () => {
        calls.push('open');
        if (failure) throw failure;
        return 3;
      },
      read: async (from) => {
        calls.push(`read ${from}`);
        return { chats: [], tooLong: 0, next: null };
      },
      close: async () => void calls.push('close'),
    },
  });

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  calls = [];
  failure = null;
});

describe('copying the chats of this computer', () => {
  it('asks in a system dialog that names the service, and stops if the user declines', async () => {
    register('https://chat.example.org');
    dialog.response = 1;
    expect(await invoke(channels.openLocalChats, [])).toBeNull();
    expect(calls).toEqual([]);
    expect(dialog.messages[0]).toMatchObject({
      message: "Copy this computer's chats to https://chat.example.org?",
      cancelId: 1,
      defaultId: 1,
    });
    dialog.response = 0;
    expect(await invoke(channels.openLocalChats, [])).toEqual({ count: 3 });
    expect(await invoke(channels.readLocalChats, [{ from: 0 }])).toEqual({
      chats: [],
      tooLong: 0,
      next: null,
    });
    await invoke(channels.closeLocalChats, []);
    expect(calls).toEqual(['open', 'read 0', 'close']);
  });

  it('ends when its page is closed', async () => {
    register('https://chat.example.org');
    dialog.response = 0;
    const contents = new FakeContents();
    await invoke(channels.openLocalChats, [], { contents });
    contents.emit('render-process-gone');
    expect(calls).toEqual(['open', 'close']);
  });

  it('reports why the chats cannot be read, except after an unexpected error', async () => {
    register('https://chat.example.org');
    failure = new UserFacingError('The data directory is in use.');
    await expect(invoke(channels.openLocalChats, [])).rejects.toThrow('The data directory is in use.');
    failure = new Error('chat_history could not be read (500).');
    await expect(invoke(channels.openLocalChats, [])).rejects.toThrow(/^Something went wrong\. Try again\.$/);
  });

  it('is refused for the embedded service, without a dialog', async () => {
    register(null);
    await expect(invoke(channels.openLocalChats, [])).rejects.toThrow('already here');
    expect(dialog.messages).toEqual([]);
  });

  it.each([[{ from: -1 }], [{ from: 0.5 }], [{ from: '0' }], [{}], []])(
    'refuses %j as a position',
    async (...input) => {
      register('https://chat.example.org');
      await expect(invoke(channels.readLocalChats, input)).rejects.toThrow('clover:bad-payload');
      expect(calls).toEqual([]);
    },
  );
});
