import type { SupabaseClient } from '@supabase/supabase-js';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { createScreenChecker } from '../support/screens.ts';
import { userIdOf } from '../support/stored-chat.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const titles = [
  'Pruning an old apple tree',
  'نصائح لزراعة النفل في الحديقة',
  'A very long title, much wider than any sidebar, because the user pasted a complete question into the title field',
  '我想学种三叶草',
];

/** Stores chats with messages. The first ones have titles. */
async function fill(admin: SupabaseClient, userId: string): Promise<void> {
  const chats = Array.from({ length: 400 }, (_, index) => ({
    id: crypto.randomUUID(),
    user_id: userId,
    title: titles[index] ?? `Chat ${index}`,
    updated_at: new Date(Date.now() - index * 1_000).toISOString(),
  }));
  await admin.from('chat_history').insert(chats).throwOnError();
  const messages = Array.from({ length: 80 }, (_, index) => ({
    chat_id: chats[0]?.id,
    user_id: userId,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content:
      index === 3 ? 'Call `Garden.useTrellis()` before you water.' : `Line ${index}: ${'words '.repeat(40)}`,
    origin: 'import',
  }));
  await admin.from('chat_messages').insert(messages).throwOnError();
}

test('messages and titles are found from the sidebar and the palette, using only the keyboard @long', async ({
  page,
  admin,
  problems,
}) => {
  test.setTimeout(240_000);
  const { look, lookInAllModes, found } = createScreenChecker(page);
  const chat = await enterAsGuest(page);
  await expect(page.getByText('No chats yet')).toBeVisible();
  await fill(admin, await userIdOf(page));
  await page.reload();
  const list = page.getByRole('navigation', { name: 'Chats' });
  await expect(list.getByRole('button', { name: 'Pruning an old apple tree' }).first()).toBeVisible();
  // Only chats in view are drawn.
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  await lookInAllModes('sidebar');

  await test.step('a word in the middle of code, from the sidebar to the message', async () => {
    await page.getByRole('searchbox').fill('usetrel');
    const hit = list.getByRole('button').filter({ hasText: 'before you water' });
    await expect(hit.locator('mark')).toHaveText('useTrellis');
    await look('search');
    await page.keyboard.press('Tab');
    await expect(hit).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?id=[^&]+&message=/);
    await expect(chat.message('before you water')).toBeInViewport();
    const marked = () =>
      page.evaluate(() =>
        Array.from(CSS.highlights.get('clover-found') ?? [], (range) => (range as Range).toString()),
      );
    await expect.poll(marked).toEqual(['useTrellis']);
    await page.getByRole('searchbox').fill('');
  });

  await test.step('the palette opens from the input, finds a title in any script, and restores the focus', async () => {
    await page.keyboard.press('Control+k');
    await expect(chat.input).toBeFocused();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await lookInAllModes('palette');
    await palette.getByRole('combobox').fill('usetrellis water');
    await expect(palette.getByRole('option')).toHaveCount(1);
    await look('palette-hit');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(chat.input).toBeFocused();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('三叶草');
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('我想学种三叶草');
    await expect(chat.input).toBeFocused();
  });

  await test.step('commands: colors, rename, a new chat', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rename');
    await page.keyboard.press('Enter');
    await expect(page.getByPlaceholder('Enter chat title')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder('Enter chat title')).toBeHidden();
    await page.getByRole('button', { name: 'Open the command palette' }).click();
    await expect(page.getByRole('option').first()).toHaveText(/^Rename/);
    await page.keyboard.type('new chat');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/chat$/);
    await expect(chat.input).toBeFocused();
  });

  expect(found).toEqual([]);
  expect(problems).toEqual([]);
});
