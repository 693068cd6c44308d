import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logTo } from '../log.ts';
import { logServiceLines } from './service-lines.ts';

let stderr: ReturnType<typeof vi.spyOn>;
beforeEach(() => void (stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)));
afterEach(() => {
  logTo(() => undefined);
  vi.restoreAllMocks();
});

const time = '2026-05-01T10:00:00.000Z';
const secret = 'my secret';

async function logOf(...lines: readonly string[]): Promise<readonly string[]> {
  const logged: string[] = [];
  logTo((line) => void logged.push(line));
  const stream = new PassThrough();
  logServiceLines(stream);
  stream.end(lines.map((line) => `${line}\n`).join(''));
  await vi.waitFor(() => expect(stderr).toHaveBeenCalledTimes(lines.length));
  return logged;
}

it("the service's events are logged", async () => {
  const event = JSON.stringify({ time, event: 'realtime.delivery-failed', role: 'anon', error: 'TypeError' });
  expect(await logOf(event)).toEqual([event]);
});

it.each([
  `error: duplicate key value (content)=(${secret})`,
  JSON.stringify({ content: secret }),
  JSON.stringify({ event: 'x', content: secret }),
  JSON.stringify({ time: secret, event: 'x' }),
  JSON.stringify({ time, event: secret }),
  JSON.stringify({ time, event: 'x', long: 'y'.repeat(3000) }),
])('other lines are only printed, because they may quote texts: %.60s', async (line) => {
  expect(await logOf(line)).toEqual([]);
});

it('fields that may contain texts, paths or URLs are left out', async () => {
  const fields = {
    content: secret,
    reason: secret,
    path: '/auth/v1/token',
    name: 'https://example.org/x',
    error: { message: secret },
    count: secret,
  };
  expect(await logOf(JSON.stringify({ time, event: 'x', ...fields, status: 500 }))).toEqual([
    JSON.stringify({ time, event: 'x', status: 500 }),
  ]);
});
