import { beforeEach, expect, it, vi } from 'vitest';
import { app, BrowserWindow, powerMonitor, recordedCalls, resetElectron } from '../testing/electron.ts';
import { watchIncidents } from './incidents.ts';

let lines: string;
const wake = vi.fn<() => void>();
const endSession = vi.fn<() => void>();
beforeEach(() => {
  resetElectron();
  lines = '';
  wake.mockReset();
  endSession.mockReset();
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines += String(line);
    return true;
  });
  watchIncidents({ wake, endSession });
});

it('an ended process of the app is logged, unless it exited normally', () => {
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'clean-exit', exitCode: 0 });
  expect(lines).toBe('');
  app.emit('child-process-gone', {}, { type: 'Utility', reason: 'oom', exitCode: 9, name: 'clover-service' });
  expect(JSON.parse(lines)).toMatchObject({
    event: 'process.gone',
    type: 'Utility',
    reason: 'oom',
    code: 9,
    name: 'clover-service',
  });
});

it('waiting replies are stored when the computer wakes up', () => {
  powerMonitor.emit('suspend');
  expect(wake).not.toHaveBeenCalled();
  powerMonitor.emit('resume');
  expect(wake).toHaveBeenCalledTimes(1);
  expect(lines).toContain('power.suspend');
});

it('the computer shuts down after the app has quit', () => {
  const preventDefault = vi.fn<() => void>();
  powerMonitor.emit('shutdown', { preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(recordedCalls.ends).toEqual(['quit']);
});

it('any window reports the end of the session on Windows', () => {
  for (const name of ['main', 'quick ask']) new BrowserWindow({ title: name }).emit('session-end');
  expect(endSession).toHaveBeenCalledTimes(2);
  expect(lines).toContain('power.session-end');
});
