import type { Screen, Stage } from './screen.ts';

const texts = [
  {
    name: 'translate',
    title: 'Translate a text',
    text: 'Translate this text to {{language:German|French|Japanese}}. Keep its tone and its format:\n\n{{text}}',
  },
  {
    name: 'weekly-report',
    title: '',
    text: 'Write my weekly report from these notes, in five short points:\n\n',
  },
  {
    name: 'plant',
    title: 'Care for a plant',
    text: 'I have a {{plant}}. When do I water it, how much light does it need, and what must I avoid?',
  },
];

async function savePrompts({ studio, person }: Stage): Promise<void> {
  await studio.admin
    .from('saved_prompts')
    .insert(texts.map((each) => ({ ...each, user_id: person?.id })))
    .throwOnError();
}

async function openLibrary(stage: Stage): Promise<void> {
  await savePrompts(stage);
  await stage.page.goto('/account/prompts');
  await stage.page.getByRole('list', { name: 'Your prompts' }).waitFor();
}

/** Changes a prompt without a connection. */
async function changeOffline(stage: Stage): Promise<void> {
  const { page } = stage;
  await openLibrary(stage);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Edit plant' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Care for a house plant');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Waiting').waitFor();
}

async function openMenu(stage: Stage): Promise<void> {
  await savePrompts(stage);
  await stage.page.goto('/chat');
  await stage.chat.input.pressSequentially('/');
  await stage.page.getByRole('option', { name: /^translate/ }).waitFor();
}

const screen = (name: string, open: Screen['open']): Screen => ({ name, viewer: 'newcomer', open });

export const promptScreens: readonly Screen[] = [
  screen('settings-prompts', openLibrary),
  screen('settings-prompts-empty', async ({ page }) => {
    await page.goto('/account/prompts');
    await page.getByText('You have no prompts yet.').waitFor();
  }),
  screen('settings-prompts-form', async (stage) => {
    await openLibrary(stage);
    await stage.page.getByRole('button', { name: 'Edit translate' }).click();
    await stage.page.getByText('Asks for: language, text').waitFor();
  }),
  screen('settings-prompts-conflict', async (stage) => {
    await openLibrary(stage);
    await stage.page.getByRole('button', { name: 'Edit plant' }).click();
    await stage.page.getByRole('textbox', { name: 'Title' }).fill('Care for a house plant');
    await stage.studio.admin
      .from('saved_prompts')
      .update({ title: 'Plant care' })
      .eq('user_id', stage.person?.id)
      .eq('name', 'plant')
      .throwOnError();
    await stage.page.getByRole('button', { name: 'Save', exact: true }).click();
    await stage.page.getByRole('button', { name: 'Save mine as a copy' }).waitFor();
  }),
  screen('settings-prompts-waiting', changeOffline),
  screen('settings-prompts-refused', async (stage) => {
    await changeOffline(stage);
    await stage.studio.admin
      .from('saved_prompts')
      .update({ title: 'Plant care' })
      .eq('user_id', stage.person?.id)
      .eq('name', 'plant')
      .throwOnError();
    await stage.page.context().setOffline(false);
    await stage.page.getByRole('button', { name: 'Discard' }).waitFor();
  }),
  screen('settings-prompts-import', async (stage) => {
    await openLibrary(stage);
    const file = [
      { command: '/translate', title: 'Translate', content: 'Translate to Greek: {{text}}' },
      { command: '/fix', title: 'Fix my grammar', content: 'Correct the grammar: {{text}}' },
      { command: '/empty', title: 'Nothing', content: '' },
    ];
    await stage.page.getByLabel('Choose a prompt file').setInputFiles({
      name: 'prompts.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await stage.page.getByRole('region', { name: 'Import report' }).waitFor();
  }),
  screen('chat-prompts', openMenu),
  screen('chat-prompt-fields', async (stage) => {
    await openMenu(stage);
    await stage.page.getByRole('option', { name: /^translate/ }).click();
    await stage.page.getByRole('combobox', { name: 'language' }).waitFor();
  }),
];
