import type { Page } from 'playwright';

export interface PageTime {
  /** All work of the page's main thread, in milliseconds. */
  readonly busy: number;
  /** The part that ran scripts or computed styles and layout. */
  readonly scriptAndLayout: number;
}

/** Measures the page's processor time while `act` runs. Other work on the machine doesn't count. */
export async function pageTimeDuring(page: Page, act: () => Promise<unknown>): Promise<PageTime> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    return {
      busy: of('TaskDuration'),
      scriptAndLayout: of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration'),
    };
  };
  const before = await read();
  await act();
  const after = await read();
  await devtools.detach();
  return {
    busy: after.busy - before.busy,
    scriptAndLayout: after.scriptAndLayout - before.scriptAndLayout,
  };
}

/** The number of times that a slow device is slower than this one. */
const SLOW_DEVICE = 4;

/** Makes the page's processor four times slower while `act` runs. */
export async function onSlowDevice<Result>(page: Page, act: () => Promise<Result>): Promise<Result> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DEVICE });
  try {
    return await act();
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await devtools.detach();
  }
}
