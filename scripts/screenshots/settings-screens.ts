import type { Screen } from './screen.ts';

const sections = [
  'general',
  'appearance',
  'chat',
  'instructions',
  'models',
  'privacy',
  'account',
  'security',
  'shortcuts',
  'about',
];

const section = (id: string): Screen => ({
  name: `settings-${id}`,
  viewer: 'user',
  open: async ({ page }) => {
    await page.goto(`/account/${id}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  },
});

export const settingsScreens: readonly Screen[] = [
  {
    name: 'settings',
    viewer: 'user',
    open: async ({ page }) => {
      await page.goto('/account');
      await page.getByRole('heading').first().waitFor();
    },
  },
  ...sections.map(section),
  {
    name: 'settings-guest',
    viewer: 'visitor',
    open: async ({ page }) => {
      await page.goto('/signin?demo=true');
      await page.waitForURL(/\/chat/);
      await page.goto('/account/general');
      await page.getByText('With a free account:').waitFor();
    },
  },
  {
    name: 'settings-instructions-written',
    viewer: 'user',
    open: async ({ page }) => {
      await page.goto('/account/instructions');
      await page
        .getByLabel('What should Clover know about you?')
        .fill("I'm a nurse in Lyon. I write leaflets for patients.");
      await page.getByLabel('How should it answer?').fill('Short answers in French, without introductions.');
      await page.getByText('What the model receives').click();
    },
  },
  {
    name: 'settings-second-factor',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await page.goto('/account/security');
      await page.getByRole('button', { name: 'Set up an app' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    },
  },
  {
    name: 'settings-delete-account',
    viewer: 'user',
    open: async ({ page }) => {
      await page.goto('/account/privacy');
      await page.getByRole('button', { name: 'Delete my account' }).click();
    },
  },
];
