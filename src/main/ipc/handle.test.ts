import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { contract } from '../../shared/ipc/contract.ts';
import { FakeContents, type FakeFrame, invoke, recordedCalls, resetElectron } from '../testing/electron.ts';
import { handle, UserFacingError, type Handler } from './handle.ts';

const write = { key: 'sidebar_state', value: 'open' };
const secret = 'sk-a-key-that-must-not-be-shown';

let handler: ReturnType<typeof vi.fn<Handler<typeof channels.writeUiState>>>;

beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  handler = vi.fn<Handler<typeof channels.writeUiState>>();
  handle(channels.writeUiState, handler);
});

const logged = (): string =>
  vi
    .mocked(process.stderr.write)
    .mock.calls.map(([line]) => String(line))
    .join('');

describe('a call over IPC', () => {
  it('passes its parsed input to the handler, without unknown fields', async () => {
    await invoke(channels.writeUiState, [{ ...write, more: 1 }]);
    expect(handler).toHaveBeenCalledExactlyOnceWith(write, expect.any(FakeContents));
  });

  it.each([
    ['another site', 'https://evil.example/'],
    ['a host that only starts like ours', 'app://clover.evil.example/'],
    ['another host of our scheme', 'app://other/'],
    ['our URL as a user name', 'app://clover@evil/'],
    ['a blank page', 'about:blank'],
    ['a file', 'file:///home/me/page.html'],
    ['a data page', 'data:text/html,app://clover/'],
    ['no URL', ''],
  ])('is refused from %s', async (_name, url) => {
    await expect(invoke(channels.writeUiState, [write], { contents: new FakeContents(url) })).rejects.toThrow(
      'clover:foreign-sender',
    );
    expect(handler).not.toHaveBeenCalled();
  });

  it('is refused from a frame in our page, even with our origin', async () => {
    const contents = new FakeContents();
    const frame = { url: 'app://clover/chat', parent: contents.mainFrame };
    await expect(invoke(channels.writeUiState, [write], { contents, frame })).rejects.toThrow(
      'clover:foreign-sender',
    );
    expect(handler).not.toHaveBeenCalled();
  });

  it('is refused from a removed frame', async () => {
    const disposed: FakeFrame = {
      parent: null,
      get url(): string {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed');
      },
    };
    for (const frame of [null, disposed])
      await expect(invoke(channels.writeUiState, [write], { frame })).rejects.toThrow(
        'clover:foreign-sender',
      );
    expect(handler).not.toHaveBeenCalled();
  });

  it.each([
    ['no payload', []],
    ['null', [null]],
    ['a string', ['sidebar_state']],
    ['a missing field', [{ key: 'sidebar_state' }]],
    ['a wrong type', [{ key: 'sidebar_state', value: { toString: 'x' } }]],
    ['a key that names a path', [{ key: '../settings', value: 'x' }]],
    ['a value beyond its limit', [{ key: 'a', value: 'x'.repeat(10_001) }]],
    ['a second argument', [write, write]],
  ])('is refused with %s, and the next one still works', async (_name, parameters) => {
    await expect(invoke(channels.writeUiState, parameters)).rejects.toThrow('clover:bad-payload');
    expect(handler).not.toHaveBeenCalled();
    await invoke(channels.writeUiState, [write]);
    expect(handler).toHaveBeenCalledOnce();
  });

  it('logs a refusal by channel and path, without the value', async () => {
    await expect(invoke(channels.writeUiState, [{ key: secret, value: 1 }])).rejects.toThrow(
      'clover:bad-payload',
    );
    expect(logged()).toContain(channels.writeUiState);
    expect(logged()).not.toContain(secret);
  });

  it('returns a general message if the handler fails, because the error may contain a secret', async () => {
    handler.mockRejectedValueOnce(new Error(`refused: ${secret}`));
    const failure = invoke(channels.writeUiState, [write]);
    await expect(failure).rejects.toThrow('Something went wrong. Try again.');
    await expect(failure).rejects.not.toThrow(secret);
    expect(logged()).not.toContain(secret);
  });

  it('returns an error that is meant for the user', async () => {
    handler.mockRejectedValueOnce(new UserFacingError('The file could not be written there.'));
    await expect(invoke(channels.writeUiState, [write])).rejects.toThrow(
      'The file could not be written there.',
    );
  });

  it('returns only what the contract allows, so that a bug in a handler cannot reveal a key', async () => {
    handle(
      channels.describeVault,
      async () => ({ state: 'available', canEncrypt: false, key: secret }) as never,
    );
    await expect(invoke(channels.describeVault, [])).resolves.toStrictEqual({
      state: 'available',
      canEncrypt: false,
    });
  });
});

describe('the contract', () => {
  it('has exactly one schema for every channel', () => {
    expect(Object.keys(contract).sort()).toStrictEqual(Object.values(channels).sort());
  });

  it('names every channel in the form topic:verb-noun', () => {
    for (const channel of Object.values(channels)) expect(channel).toMatch(/^[a-z]+:[a-z]+(-[a-z]+)*$/);
    expect(recordedCalls.invokeListeners.has(channels.writeUiState)).toBe(true);
  });

  it('returns no key on any channel [DESK-004]', () => {
    const marker = 'sk-marker';
    for (const { output } of Object.values(contract)) {
      const result = output.safeParse({
        key: marker,
        state: 'available',
        keptIn: 'keychain',
        deleted: true,
        saved: true,
        kind: 'ready',
        accessToken: 'a',
        refreshToken: 'r',
      });
      expect(JSON.stringify(result.data ?? null)).not.toContain(marker);
    }
  });
});
