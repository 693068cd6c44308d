import { storeProposal } from '../../e2e/support/stored-proposal.ts';
import type { Screen, Stage } from './screen.ts';

/** Stores two facts, and a reply that proposes another one. Returns the chat's id. */
async function prepare({ studio: { admin }, person }: Stage): Promise<string> {
  if (!person) throw new Error('Memory needs an account.');
  const { id, questionId } = await storeProposal(admin, person.id, 'Tea for the afternoon', [
    "I don't drink coffee. What could I offer to guests in the afternoon?",
    'A pot of **Darjeeling**, and lemon verbena for those who avoid caffeine.\n\n[REMEMBER: Drinks no coffee.]',
  ]);
  const own = { user_id: person.id };
  await admin
    .from('memories')
    .insert([
      { ...own, content: 'Lives in Lyon and writes in French.' },
      {
        ...own,
        content: 'Works as a nurse and writes leaflets for patients.',
        chat_id: id,
        message_id: questionId,
      },
    ])
    .throwOnError();
  return id;
}

const screen = (name: string, open: Screen['open']): Screen => ({ name, viewer: 'newcomer', open });

export const memoryScreens: readonly Screen[] = [
  screen('settings-memory', async (stage) => {
    await prepare(stage);
    await stage.page.goto('/account/instructions');
    const list = stage.page.getByRole('list', { name: 'Remembered facts' });
    await list.waitFor();
    await list.scrollIntoViewIfNeeded();
  }),
  screen('memory-proposal', async (stage) => {
    await stage.page.goto(`/chat?id=${await prepare(stage)}`);
    await stage.page.getByRole('button', { name: /^Keep: / }).waitFor();
  }),
  screen('memory-remember', async (stage) => {
    const { page } = stage;
    await page.goto(`/chat?id=${await prepare(stage)}`);
    await page.getByRole('button', { name: /^Keep: / }).waitFor();
    const message = page.getByRole('article', { name: 'You' });
    await message.hover();
    await message.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remember' }).click();
    await page.getByRole('dialog', { name: 'Remember a fact' }).waitFor();
  }),
];
