import { storeChat } from '../../e2e/support/stored-chat.ts';
import { storeShare } from '../../e2e/support/stored-share.ts';
import { type Exchange, sampleReplies } from './sample-chats.ts';
import type { Screen, Stage } from './screen.ts';

const textsOf = (exchanges: readonly Exchange[]) =>
  exchanges.flatMap(({ question, reply }) => [question, reply]);
const title = 'A weekend in Lisbon';
const texts = textsOf(sampleReplies);

const ownerOf = ({ person }: Stage): string => {
  if (!person) throw new Error('Sharing needs an account.');
  return person.id;
};

async function openDialog(stage: Stage): Promise<void> {
  const { page, studio } = stage;
  await studio.admin
    .from('system_settings')
    .update({ setting_value: 'everyone' })
    .eq('setting_key', 'sharing')
    .throwOnError();
  const { id } = await storeChat(studio.admin, ownerOf(stage), title, texts);
  await page.goto(`/chat?id=${id}`);
  await page.getByRole('log').getByRole('article').nth(1).waitFor();
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await page.getByRole('button', { name: 'Create link' }).waitFor();
}

async function openLink(stage: Stage, password?: string): Promise<void> {
  const { page, studio } = stage;
  const options = { title, texts, ...(password !== undefined && { password }) };
  await page.goto(await storeShare(studio.admin, ownerOf(stage), options));
}

const screen = (name: string, open: Screen['open'], isWhole = false): Screen => ({
  name,
  viewer: 'newcomer',
  isWhole,
  open,
});

export const shareScreens: readonly Screen[] = [
  screen('share-dialog', openDialog),
  screen('share-dialog-link', async (stage) => {
    await openDialog(stage);
    await stage.page.getByLabel('Password (optional)').fill('four leaf clover');
    await stage.page.getByRole('button', { name: 'Create link' }).click();
    await stage.page.getByRole('dialog', { name: 'Your link is ready' }).waitFor();
  }),
  screen(
    'share-page',
    async (stage) => {
      await openLink(stage);
      await stage.page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    true,
  ),
  screen('share-page-password', async (stage) => {
    await openLink(stage, 'four leaf clover');
    await stage.page.getByLabel('Password').fill('three leaf clover');
    await stage.page.getByRole('button', { name: 'Open chat' }).click();
    await stage.page.getByText(/^This password is wrong/).waitFor();
  }),
  screen('share-page-revoked', async (stage) => {
    await openLink(stage);
    await stage.studio.admin.from('shared_chats').delete().eq('user_id', ownerOf(stage)).throwOnError();
    await stage.page.reload();
    await stage.page.getByRole('heading', { level: 1, name: "This chat isn't shared" }).waitFor();
  }),
  screen('share-list', async (stage) => {
    const { page, studio } = stage;
    await storeShare(studio.admin, ownerOf(stage), { title, texts, openings: 3, password: 'four leaf' });
    await storeShare(studio.admin, ownerOf(stage), { title: 'Recipe for pastéis de nata', texts });
    await page.goto('/account/privacy');
    const links = page.getByRole('list', { name: 'Your links to shared chats' });
    await links.waitFor();
    await links.scrollIntoViewIfNeeded();
  }),
];
