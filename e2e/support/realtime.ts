import type { Page } from 'playwright/test';

/**
 * Resolves when the page has joined these channels, given by the start of their topics. Call it before the page
 * connects.
 */
export async function waitUntilJoined(page: Page, ...topics: readonly string[]): Promise<void> {
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
