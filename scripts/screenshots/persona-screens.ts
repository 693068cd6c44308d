import type { Screen, Stage } from './screen.ts';

const own = [
  {
    name: 'Latin teacher',
    color: 'purple',
    instructions: 'You are a patient Latin teacher. Correct my mistakes.',
  },
  { name: 'Editor', color: 'blue', instructions: 'Shorten my texts, and keep their tone.' },
];
const published = [
  {
    id: '99999999-9999-4999-8999-999999999991',
    name: 'Librarian',
    color: 'green',
    instructions: 'Answer from our handbook, and name the page.',
  },
  {
    id: '99999999-9999-4999-8999-999999999992',
    name: 'Lawyer',
    color: 'yellow',
    instructions: 'Name the law that applies, and what remains unclear.',
  },
];

async function savePersonas(stage: Stage): Promise<void> {
  const { studio, person } = stage;
  await studio.admin
    .from('personas')
    .insert(own.map((each) => ({ ...each, user_id: person?.id })))
    .throwOnError();
  await publishPersonas(stage);
}

const publishPersonas = async ({ studio }: Stage): Promise<void> =>
  void (await studio.admin.from('published_personas').upsert(published).throwOnError());

async function openConsole(stage: Stage): Promise<void> {
  await publishPersonas(stage);
  await stage.page.goto('/admin/personas');
  await stage.page.getByRole('cell', { name: /^Librarian/ }).waitFor();
}

async function openMenu(stage: Stage): Promise<void> {
  await savePersonas(stage);
  await stage.page.goto('/chat');
  await stage.chat.input.pressSequentially('Please @');
  await stage.page.getByRole('option', { name: /^Latin teacher/ }).waitFor();
}

async function pick(stage: Stage): Promise<void> {
  await openMenu(stage);
  await stage.page.getByRole('option', { name: /^Librarian/ }).click();
  await stage.page.getByRole('button', { name: "Don't use Librarian for this message" }).waitFor();
}

const screen = (name: string, open: Screen['open']): Screen => ({ name, viewer: 'newcomer', open });

export const personaScreens: readonly Screen[] = [
  { name: 'personas-console', viewer: 'administrator', open: openConsole },
  {
    name: 'personas-console-form',
    viewer: 'administrator',
    open: async (stage) => {
      await openConsole(stage);
      await stage.page.getByRole('button', { name: 'Edit Librarian' }).click();
      await stage.page.getByRole('dialog').getByLabel('Instructions').waitFor();
    },
  },
  screen('personas-settings', async (stage) => {
    await savePersonas(stage);
    await stage.page.goto('/account/personas');
    await stage.page.getByRole('list', { name: 'Personas for everyone' }).waitFor();
  }),
  screen('personas-picker', async (stage) => {
    await savePersonas(stage);
    await stage.page.goto('/chat');
    await stage.page.getByRole('button', { name: 'Choose a persona' }).click();
    await stage.page.getByRole('list', { name: 'For everyone' }).waitFor();
  }),
  screen('personas-mention', openMenu),
  screen('personas-chip', pick),
  screen('personas-details', async (stage) => {
    await pick(stage);
    await stage.chat.input.fill('How do I borrow a book?');
    await stage.chat.input.press('Enter');
    await stage.chat.replyEnds();
    await stage.page.getByTitle('Reply details').last().click();
    await stage.page.getByRole('term').filter({ hasText: 'Persona' }).waitFor();
  }),
];
