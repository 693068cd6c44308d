import { screenAt, type Screen } from './screen.ts';

export const siteScreens: readonly Screen[] = [
  screenAt('site-landing', 'visitor', '/', /uncensored, private/),
  screenAt('site-features', 'visitor', '/features', 'What Clover does'),
  screenAt('site-pricing', 'visitor', '/pricing', 'Two plans'),
  screenAt('site-privacy', 'visitor', '/privacy', 'Where your data goes'),
  {
    name: 'site-privacy-open',
    viewer: 'visitor',
    isWhole: true,
    open: async ({ page }) => {
      await page.goto('/privacy');
      await page.getByRole('heading', { name: 'When you chat' }).click();
    },
  },
  screenAt('site-docs', 'visitor', '/docs', 'Documentation'),
  screenAt('site-docs-deployment', 'visitor', '/docs/deployment', 'Going live'),
  screenAt('site-docs-architecture', 'visitor', '/docs/architecture', 'Architecture'),
  screenAt('site-docs-api', 'visitor', '/docs/api', 'Private Inference API'),
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
      // In wide windows, the links are not in a menu.
      const menu = page.getByRole('banner').getByRole('button');
      if (await menu.isVisible()) await menu.click();
    },
  },
  screenAt('site-not-found', 'visitor', '/no/such/page', 'Page not found'),
];
