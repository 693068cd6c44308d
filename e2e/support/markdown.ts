import { expect, type Page } from 'playwright/test';
import { ChatPage } from './chat-page.ts';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A reply with everything that needs special rendering, and with text that must stay plain. */
export const richReply = `
A ratio of $\\frac{1}{4}$, and by itself:

$$
E = mc^2
$$

\`\`\`js
const leaves = 4;
\`\`\`

\`\`\`mermaid
graph TD
  A[Seed] --> B[Leaf]
\`\`\`

![A clover](https://images.example/clover.png)

<script>document.title = 'taken'</script>

[Not a link](javascript:alert(1))
`;

/** Checks the reply's formulas, code, diagram and remote image. */
export async function readRichReply(page: Page): Promise<void> {
  const { log } = new ChatPage(page);
  const requested: string[] = [];
  await page.route('https://images.example/**', async (route) => {
    requested.push(route.request().url());
    await route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') });
  });

  await expect(log.locator('math')).toHaveCount(2);
  await expect(log.getByText("<script>document.title = 'taken'</script>")).toBeVisible();
  await expect(log.getByRole('link')).toHaveCount(0);

  await log.getByRole('figure', { name: 'js' }).getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Code copied to clipboard')).toBeVisible();

  await log.getByRole('button', { name: 'Show diagram' }).click();
  const diagram = log.getByRole('img', { name: 'Diagram' });
  await expect(diagram).toBeVisible({ timeout: 40_000 });
  expect(await diagram.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // The frame that drew the diagram is removed.
  await expect(page.locator('iframe')).toHaveCount(0);

  expect(requested).toEqual([]);
  await log.getByRole('button', { name: 'Load image from images.example: A clover' }).click();
  const picture = log.getByRole('img', { name: 'A clover' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await log.getByRole('button', { name: 'Enlarge: A clover' }).click();
  await expect(page.getByRole('dialog', { name: 'A clover' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(requested).toEqual(['https://images.example/clover.png']);
  expect(await page.title()).not.toBe('taken');
}
