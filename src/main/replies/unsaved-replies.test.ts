import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EndedReply } from './ended-reply.ts';
import { createUnsavedReplies, unsavedFolder } from './unsaved-replies.ts';

const users = ['6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11', '7f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11'] as const;
const replyOf = (number: number, userId: string = users[0]): EndedReply => ({
  replyId: `0b8b7a38-6f0e-4b5e-8f3a-${String(number).padStart(12, '0')}`,
  userId,
  text: `Text ${number}`,
  reasoning: number === 1 ? { text: 'Hm', milliseconds: 5 } : null,
  end: 'complete',
  model: 'gpt-4o-mini',
  vendor: 'openai',
});
const day = 86_400_000;

let directory: string;
let time: number;
const open = (service = 'https://data.example') => createUnsavedReplies(directory, service, () => time);
const files = () => readdir(join(directory, unsavedFolder));

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clover-unsaved-'));
  time = 1_000_000 * day;
});
afterEach(() => rm(directory, { recursive: true }));

it('stores replies by account and service, oldest first', () => {
  const unsaved = open();
  unsaved.write(replyOf(2));
  time += 1;
  unsaved.write(replyOf(1));
  unsaved.write(replyOf(3, users[1]));
  open('https://other.example').write(replyOf(4));
  expect(open().read(users[0])).toEqual([replyOf(2), replyOf(1)]);
  expect(open().read(users[1])).toEqual([replyOf(3, users[1])]);
  expect(open('https://other.example').read(users[0])).toEqual([replyOf(4)]);
  unsaved.delete(replyOf(2).replyId);
  expect(open().read(users[0])).toEqual([replyOf(1)]);
});

it.skipIf(process.platform === 'win32')('is readable only by the user of the computer', async () => {
  open().write(replyOf(1));
  const [name] = await files();
  expect((await stat(join(directory, unsavedFolder))).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, unsavedFolder, name!))).mode & 0o777).toBe(0o600);
});

it('deletes only those of an account or a service', async () => {
  const unsaved = open();
  unsaved.write(replyOf(1));
  unsaved.write(replyOf(2, users[1]));
  open('https://other.example').write(replyOf(3));
  unsaved.deleteAllOf(users[0]);
  expect(await files()).toHaveLength(2);
  unsaved.deleteAllOfService('https://other.example');
  expect(await files()).toEqual([`${replyOf(2).replyId}.json`]);
});

it('deletes files after 30 days, and the oldest ones if there are too many', async () => {
  open().write(replyOf(0));
  time += 31 * day;
  const unsaved = open();
  expect(await files()).toEqual([]);
  for (let number = 1; number <= 101; number += 1) {
    const reply = replyOf(number);
    const file = { service: 'https://data.example', endedAt: time + number, reply };
    await writeFile(join(directory, unsavedFolder, `${reply.replyId}.json`), JSON.stringify(file));
  }
  time += 102;
  unsaved.write(replyOf(102));
  expect(await files()).toHaveLength(100);
  expect(unsaved.read(users[0])[0]).toEqual(replyOf(3));
});

it('does not change other files, and ignores a failing disk', async () => {
  await mkdir(join(directory, unsavedFolder));
  await writeFile(join(directory, unsavedFolder, 'newer.json'), '{"format":2}');
  await writeFile(join(directory, unsavedFolder, 'torn.json'), '{"ser');
  const unsaved = open();
  expect(unsaved.read(users[0])).toEqual([]);
  unsaved.deleteAllOf(users[0]);
  expect(await files()).toHaveLength(2);
  await rm(directory, { recursive: true });
  await writeFile(directory, 'a file instead of the folder');
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  unsaved.write(replyOf(1));
  expect(log.mock.calls.join('')).toContain('replies.not-written');
  expect(log.mock.calls.join('')).not.toContain('Text 1');
});
