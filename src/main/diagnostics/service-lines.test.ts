import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logTo } from '../log.ts';
import { followServiceLines } from './service-lines.ts';

let stderr: ReturnType<typeof vi.spyOn>;
beforeEach(() => void (stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)));
afterEach(() => {
  logTo(() => undefined);
  vi.restoreAllMocks();
});

it("the service's events are logged, and traces that may quote texts only printed", async () => {
  const logged: string[] = [];
  logTo((line) => void logged.push(line));
  const stream = new PassThrough();
  followServiceLines(stream);
  const event = JSON.stringify({ time: '2026', event: 'request-failed', error: 'TypeError' });
  const trace = 'error: duplicate key value (content)=(my secret)';
  stream.end(`${event}\n${trace}\n{"content":"my secret"}\n{"event":"x","long":"${'y'.repeat(3000)}"}\n`);
  await vi.waitFor(() => expect(stderr).toHaveBeenCalledTimes(4));
  expect(logged).toEqual([event]);
});
