import { describe, expect, it, vi } from 'vitest';
import { FakeContents } from '../testing/electron.ts';
import { recoverFromCrash } from './crash.ts';

function page(answer: boolean) {
  const contents = new FakeContents();
  const reload = vi.fn<() => void>();
  const ask = vi.fn<() => Promise<boolean>>(async () => answer);
  let now = 1_000_000;
  recoverFromCrash(
    Object.assign(contents, { reload, isDestroyed: () => false }).asElectron(),
    ask,
    () => now,
  );
  return {
    reload,
    ask,
    die: (reason = 'crashed') => contents.emit('render-process-gone', {}, { reason }),
    pass: (milliseconds: number) => void (now += milliseconds),
  };
}

describe('a page whose process crashed', () => {
  it('is reloaded without a question', () => {
    const { die, reload, ask } = page(true);
    die('oom');
    expect(reload).toHaveBeenCalledOnce();
    expect(ask).not.toHaveBeenCalled();
  });

  it.each([
    [true, 2],
    [false, 1],
  ])(
    'is reloaded after a second crash within seconds only if the user agrees (%s)',
    async (answer, times) => {
      const { die, reload, ask, pass } = page(answer);
      die();
      pass(2000);
      die();
      expect(reload).toHaveBeenCalledOnce();
      await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
      await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(times));
    },
  );

  it('is reloaded without a question again after an hour', () => {
    const { die, reload, ask, pass } = page(false);
    die();
    pass(3_600_000);
    die();
    expect(reload).toHaveBeenCalledTimes(2);
    expect(ask).not.toHaveBeenCalled();
  });

  it('is not reloaded if the process exited normally', () => {
    const { die, reload } = page(true);
    die('clean-exit');
    expect(reload).not.toHaveBeenCalled();
  });
});
