import { addSecurityKey } from '../../e2e/support/security-key.ts';
import type { Screen, Stage } from './screen.ts';

const sections = [
  'general',
  'appearance',
  'chat',
  'instructions',
  'personas',
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

const passkeysOf = ({ page }: Stage) => page.getByRole('region', { name: 'Passkeys' });

async function openPasskeyForm(stage: Stage, name: string): Promise<void> {
  await passkeysOf(stage).getByRole('button', { name: 'Add a passkey' }).click();
  await passkeysOf(stage).getByLabel('Name of this passkey').fill(name);
}

async function addPasskey(stage: Stage): Promise<void> {
  const name = 'A passkey with a long name for the laptop at home';
  await stage.page.goto('/account/security');
  await addSecurityKey(stage.page);
  await openPasskeyForm(stage, name);
  await passkeysOf(stage).getByRole('button', { name: 'Create passkey' }).click();
  await passkeysOf(stage).getByText(name).waitFor();
}

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
    name: 'settings-persona-form',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await page.goto('/account/personas');
      await page.getByRole('button', { name: 'New persona' }).click();
      await page.getByLabel('Name').fill('Latin teacher');
      await page.getByLabel('Instructions').fill('You are a patient Latin teacher. Correct my mistakes.');
      await page.getByLabel('Starter prompt 1').fill('Translate this sentence with me.');
    },
  },
  {
    name: 'settings-personas-listed',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await page.goto('/account/personas');
      const personas = ['Latin teacher', 'Editor', 'Chef'].map((name) => ({
        name,
        color: { Chef: 'yellow', Editor: 'blue' }[name] ?? 'purple',
        instructions: `You are a patient ${name}. Ask before you assume, and explain each of your steps.`,
        model: null,
        parameters: {},
        starters: [],
      }));
      await page.getByLabel('Persona file').setInputFiles({
        name: 'personas.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ format: 'clover-personas', personas })),
      });
      await page.getByRole('list', { name: 'Your personas' }).waitFor();
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
  { name: 'settings-passkeys', viewer: 'newcomer', open: addPasskey },
  {
    name: 'settings-passkey-form',
    viewer: 'newcomer',
    open: async (stage) => {
      await addPasskey(stage);
      await openPasskeyForm(stage, 'Phone');
    },
  },
  {
    name: 'settings-passkey-remove',
    viewer: 'newcomer',
    open: async (stage) => {
      await addPasskey(stage);
      await stage.page.getByRole('button', { name: 'Remove: A passkey with' }).click();
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
