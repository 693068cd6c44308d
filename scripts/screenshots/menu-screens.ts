import { chooseInAccountMenu, openAccountMenu } from '../../e2e/support/account-menu.ts';
import type { Screen, Stage } from './screen.ts';

async function openChat({ page }: Stage): Promise<void> {
  await page.goto('/chat');
  await page.getByRole('button', { name: /Choose another model/ }).waitFor();
  const drawer = page.getByRole('button', { name: 'Open sidebar' });
  if (await drawer.isVisible()) await drawer.click();
  await page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('button', { name: /Group these rows/ })
    .first()
    .click();
  await page.getByRole('log').getByRole('article').nth(1).waitFor();
}

const fromChat = (name: string, open: (stage: Stage) => Promise<unknown>): Screen => ({
  name,
  viewer: 'user',
  open: async (stage) => {
    await openChat(stage);
    await open(stage);
  },
});

const fromNewChat = (name: string, open: (stage: Stage) => Promise<unknown>): Screen => ({
  name,
  viewer: 'user',
  open: async (stage) => {
    await stage.page.goto('/chat');
    await stage.page.getByRole('button', { name: /Choose another model/ }).waitFor();
    await open(stage);
  },
});

export const menuScreens: readonly Screen[] = [
  fromChat('menu-message', async ({ page }) => {
    await page.getByRole('log').getByRole('button', { name: 'More' }).last().click();
    await page.getByRole('menu').waitFor();
  }),
  fromChat('menu-chat', async ({ page }) => {
    const drawer = page.getByRole('button', { name: 'Open sidebar' });
    if (await drawer.isVisible()) await drawer.click();
    await page
      .getByRole('button', { name: /^Options for/ })
      .first()
      .click();
    await page.getByRole('menu').waitFor();
  }),
  fromNewChat('sidebar', async ({ page }) => {
    const drawer = page.getByRole('button', { name: 'Open sidebar' });
    if (await drawer.isVisible()) await drawer.click();
  }),
  fromNewChat('sidebar-search', async ({ page }) => {
    const drawer = page.getByRole('button', { name: 'Open sidebar' });
    if (await drawer.isVisible()) await drawer.click();
    await page.getByRole('searchbox').first().fill('day');
  }),
  fromNewChat('sidebar-search-empty', async ({ page }) => {
    const drawer = page.getByRole('button', { name: 'Open sidebar' });
    if (await drawer.isVisible()) await drawer.click();
    await page.getByRole('searchbox').first().fill('zebra crossing');
    await page.getByText('No chats match your search').waitFor();
  }),
  fromNewChat('menu-account', ({ page }) => openAccountMenu(page)),
  {
    name: 'menu-suggestions',
    // This screen changes the account, because it leaves a draft.
    viewer: 'newcomer',
    open: async ({ page }) => {
      await page.goto('/chat');
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('/');
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
    },
  },
  fromNewChat('model-picker', async ({ page }) => {
    await page.getByRole('button', { name: /Choose another model/ }).click();
    await page.getByRole('combobox', { name: 'Search models' }).waitFor();
    await page.getByRole('option', { name: /Llama/ }).waitFor();
  }),
  fromNewChat('model-picker-no-match', async ({ page }) => {
    await page.getByRole('button', { name: /Choose another model/ }).click();
    await page.getByRole('combobox', { name: 'Search models' }).fill('zebra');
  }),
  fromNewChat('model-chosen', async ({ page }) => {
    await page.getByRole('button', { name: /Choose another model/ }).click();
    await page.getByRole('combobox', { name: 'Search models' }).fill('llama');
    await page.keyboard.press('Enter');
  }),
  fromNewChat('dialog-own-key', async ({ page }) => {
    await page.getByRole('button', { name: /Choose another model/ }).click();
    await page.getByRole('button', { name: 'Use your own key…' }).click();
    await page.getByRole('button', { name: /^OpenAI/ }).click();
  }),
  fromNewChat('palette', ({ page }) => openPalette(page)),
  fromNewChat('palette-search', async ({ page }) => {
    await openPalette(page);
    await page.keyboard.type('day');
  }),
  fromNewChat('shortcuts', async ({ page }) => {
    await page.keyboard.press('Control+/');
    await page.getByRole('dialog').waitFor();
  }),
  fromNewChat('dialog-transfer', async ({ page }) => {
    await chooseInAccountMenu(page, 'Import and export');
    await page.getByRole('dialog').waitFor();
  }),
  fromNewChat('dialog-quick-action', async ({ page }) => {
    await page.getByRole('button', { name: 'Quick actions' }).click();
    await page.getByRole('menuitem', { name: 'Image generation' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('A four-leaf clover');
  }),
  fromNewChat('dialog-parameters', async ({ page }) => {
    await page.getByRole('button', { name: 'Chat parameters' }).click();
    await page
      .getByRole('textbox', { name: 'Instructions for this chat' })
      .fill('Answer briefly, in Spanish.');
  }),
  fromChat('dialog-title', async ({ page }) => {
    await page.getByRole('button', { name: /^Edit chat title/ }).click();
    await page.getByRole('dialog').waitFor();
  }),
];

async function openPalette(page: Stage['page']): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
}
