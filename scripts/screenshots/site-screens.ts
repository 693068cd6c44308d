import { at, type Screen } from './screen.ts';

export const siteScreens: readonly Screen[] = [
  at('site-landing', 'visitor', '/', /uncensored, private/),
  at('site-features', 'visitor', '/features', 'What Clover does'),
  at('site-pricing', 'visitor', '/pricing', 'Two plans'),
  at('site-privacy', 'visitor', '/privacy', 'Where your words go'),
  {
    name: 'site-privacy-open',
    viewer: 'visitor',
    isWhole: true,
    open: async ({ page }) => {
      await page.goto('/privacy');
      await page.getByRole('heading', { name: 'When you chat' }).click();
    },
  },
  at('site-docs', 'visitor', '/docs', 'Documentation'),
  at('site-docs-deployment', 'visitor', '/docs/deployment', 'Going live'),
  at('site-docs-architecture', 'visitor', '/docs/architecture', 'Architecture'),
  at('site-docs-api', 'visitor', '/docs/api', 'Private Inference API'),
  {
    name: 'site-docs-search',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/docs');
      await page.getByRole('searchbox').fill('backup');
      await page.getByText(/\d results/).waitFor();
    },
  },
  {
    name: 'site-menu',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/');
      // Wide windows show the links without a menu.
      const menu = page.getByRole('banner').getByRole('button');
      if (await menu.isVisible()) await menu.click();
    },
  },
  at('site-not-found', 'visitor', '/no/such/page', 'Page not found'),
];
