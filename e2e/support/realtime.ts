import type { Page } from 'playwright/test';

/**
 * Resolves once the page hears of changes by all of these channels, named by how their topics begin. To be called before
 * the page opens its connection.
 */
export async function whenJoined(page: Page, ...topics: readonly string[]): Promise<void> {
  const socket = await page.waitForEvent('websocket', (one) => one.url().includes('/realtime/'));
  const missing = new Set(topics);
  await new Promise<void>((resolve) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = String(payload);
      if (!frame.includes('"ok"')) return;
      for (const topic of missing) if (frame.includes(`realtime:${topic}`)) missing.delete(topic);
      if (missing.size === 0) resolve();
    }),
  );
}
