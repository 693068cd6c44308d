import type * as Files from 'node:fs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { FakeContents, invoke, resetElectron, ShareMenu } from '../testing/electron.ts';
import { registerOutgoingFiles } from './outgoing-files.ts';

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof Files>();
  return { ...actual, rmSync: vi.fn<typeof rmSync>(actual.rmSync) };
});

let home: string;
let directory: string;
let contents: FakeContents;

beforeEach(async () => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  home = await mkdtemp(join(tmpdir(), 'clover-drag-'));
  directory = join(home, 'dragged-out');
  contents = new FakeContents();
});
afterEach(() => rm(home, { recursive: true, force: true }));

const drag = (name: string, text = 'user: Hello') => invoke(channels.dragOut, [{ name, text }], { contents });

describe('a file that is dragged out of the window', () => {
  it('starts a system drag of its text, with a name and folder chosen by main', async () => {
    registerOutgoingFiles(directory, '/app/icon.png');
    await drag('../../chat-2026-11-22.txt');
    const [item] = contents.dragged;
    expect(readFileSync(item!.file, 'utf8')).toBe('user: Hello');
    expect(dirname(dirname(item!.file))).toBe(directory);
    expect(basename(item!.file)).toBe('-..-chat-2026-11-22.txt');
    expect(item!.icon).toMatchObject({ path: '/app/icon.png' });
  });

  it('is offered in the share menu', async () => {
    registerOutgoingFiles(directory, '/app/icon.png');
    await invoke(channels.shareFile, [{ name: 'Garden 2026-11-22.md', text: '# Garden' }], { contents });
    const [file] = ShareMenu.shown[0]!.filePaths!;
    expect(basename(file!)).toBe('Garden 2026-11-22.md');
    expect(readFileSync(file!, 'utf8')).toBe('# Garden');
    expect(contents.dragged).toEqual([]);
  });

  it('can be read only by this user', async () => {
    registerOutgoingFiles(directory, '/app/icon.png');
    await drag('chat.txt');
    const { file } = contents.dragged[0]!;
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(dirname(file)).mode & 0o077).toBe(0);
  });

  it('is deleted when the app quits, and after a crash at the next start', async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'left.txt'), 'of a crash');
    const { clear } = registerOutgoingFiles(directory, '/app/icon.png');
    expect(existsSync(directory)).toBe(false);
    await drag('chat.txt');
    await drag('chat.txt');
    expect(readdirSync(directory)).toHaveLength(2);
    clear();
    expect(existsSync(directory)).toBe(false);
  });

  it('does not prevent the app from starting or quitting while another program uses it', async () => {
    const hold = () =>
      vi.mocked(rmSync).mockImplementationOnce(() => {
        throw Object.assign(new Error('busy'), { code: 'EBUSY' });
      });
    hold();
    const { clear } = registerOutgoingFiles(directory, '/app/icon.png');
    await drag('chat.txt');
    hold();
    clear();
    expect(existsSync(directory)).toBe(true);
    clear();
    expect(existsSync(directory)).toBe(false);
  });

  it('reports an error if the file cannot be written, and starts no drag', async () => {
    writeFileSync(join(home, 'file'), '');
    registerOutgoingFiles(join(home, 'file', 'below'), '/app/icon.png');
    await expect(drag('chat.txt')).rejects.toThrow("Couldn't create the file.");
    expect(contents.dragged).toEqual([]);
  });
});
