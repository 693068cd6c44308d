import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { getSupabase } from '../../../lib/supabase.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { renderConsole } from '../testing/render-console.tsx';
import { chooseAction } from './testing/choose-action.ts';
import { startFakeVendors } from './testing/fake-vendors.ts';
import { VendorsPage } from './VendorsPage.tsx';

async function open() {
  const service = startFakeVendors();
  storeSession({ email: 'root@example.com' });
  const app = renderConsole(<VendorsPage />, '/admin/api-vendors');
  await screen.findByText('DeepInfra', { selector: 'h2' });
  return { ...app, service };
}

const card = async (name: string) => (await screen.findByText(name, { selector: 'h2' })).closest('li')!;
const button = (name: string) =>
  screen.queryByLabelText(name, { selector: 'button' }) ?? screen.getByText(name, { selector: 'button' });
const dialog = async () => within(await screen.findByRole('dialog'));

describe('adding vendors', () => {
  afterEach(async () => void (await (await getSupabase()).removeAllChannels()));

  it('fills in the values of a template, and sends all other fields as typed', async () => {
    const { user, service, client } = await open();
    await user.click(button('Add provider'));
    const form = await dialog();
    await user.selectOptions(form.getByLabelText('Provider'), 'Groq');
    expect(form.getByLabelText('Display name')).toHaveValue('Groq');
    expect(form.getByLabelText('Endpoint')).toHaveValue('https://api.groq.com/openai/v1/chat/completions');
    fireEvent.change(form.getByLabelText('API key'), { target: { value: ' gsk-secret-of-mine ' } });
    await user.click(form.getByRole('button', { name: 'Add provider' }));
    expect(await screen.findByText('Groq added')).toBeVisible();
    expect(await card('Groq')).toHaveTextContent('Inactive');
    expect(service.bodiesOf('add')).toEqual([
      {
        display_name: 'Groq',
        dialect: 'openai-style',
        endpoint_url: 'https://api.groq.com/openai/v1/chat/completions',
        needs_key: true,
        key: 'gsk-secret-of-mine',
      },
    ]);
    await waitFor(() => {
      const states = client.getMutationCache().getAll();
      expect(JSON.stringify(states.map(({ state }) => state))).not.toContain('secret-of-mine');
    });
  });

  it('needs no key for a local server', async () => {
    const { user, service } = await open();
    await user.click(button('Add provider'));
    const form = await dialog();
    await user.selectOptions(form.getByLabelText('Provider'), 'LM Studio');
    expect(form.getByLabelText('Needs an API key')).not.toBeChecked();
    await user.click(form.getByRole('button', { name: 'Add provider' }));
    await waitFor(() => expect(service.bodiesOf('add')).toHaveLength(1));
    expect(service.bodiesOf('add')[0]).not.toHaveProperty('key');
  });

  it.each([
    ['Display name', ' ', 'Enter a name.'],
    ['Endpoint', ' ', 'Enter the endpoint.'],
    ['API key', 'two words', "API keys can't contain spaces or special characters."],
  ])('shows what is wrong with %s, and sends nothing', async (label, value, message) => {
    const { user, service } = await open();
    await user.click(button('Add provider'));
    const form = await dialog();
    await user.selectOptions(form.getByLabelText('Provider'), 'Mistral');
    fireEvent.change(form.getByLabelText(label), { target: { value } });
    await user.click(form.getByRole('button', { name: 'Add provider' }));
    expect(await form.findByRole('alert')).toHaveTextContent(message);
    expect(service.bodiesOf('add')).toEqual([]);
  });

  it("an enabled vendor offers its models in addition to the active vendor's", async () => {
    const { user, service } = await open();
    await chooseAction(user, 'Enable: DeepInfra');
    expect(await within(await card('DeepInfra')).findByText('Enabled')).toBeVisible();
    await chooseAction(user, 'Disable: DeepInfra');
    expect(await within(await card('DeepInfra')).findByText('Inactive')).toBeVisible();
    expect(service.bodiesOf('enable')).toEqual([
      { vendor: 'deepinfra', is_enabled: true },
      { vendor: 'deepinfra', is_enabled: false },
    ]);
    expect(screen.queryByLabelText('More actions: Demo')).toBeNull();
  });

  it('shows why a vendor cannot be enabled', async () => {
    const { user, service } = await open();
    service.refuse('enable', 'missing_key', 'Cannot enable OpenAI: API key is required.');
    await chooseAction(user, 'Enable: OpenAI');
    expect(await screen.findByText('Cannot enable OpenAI: API key is required.')).toBeVisible();
  });

  it('saves extra headers and keeps the values that are already stored', async () => {
    const { user, service } = await open();
    await chooseAction(user, 'Headers: DeepInfra');
    await user.click((await dialog()).getByText('Add header'));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'X-Team' } });
    fireEvent.change(screen.getByLabelText('Value'), { target: { value: 'secret-of-mine' } });
    await user.click(button('Save'));
    expect(await within(await card('DeepInfra')).findByText('x-team')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await chooseAction(user, 'Headers: DeepInfra');
    const form = await dialog();
    expect(form.getByLabelText('Value')).toHaveAttribute('placeholder', 'Saved');
    expect(form.getByLabelText('Value')).toHaveValue('');
    await user.click(button('Save'));
    await waitFor(() => expect(service.bodiesOf('set-headers')).toHaveLength(2));
    expect(service.bodiesOf('set-headers')[1]).toEqual({
      vendor: 'deepinfra',
      headers: [{ name: 'x-team', value: null }],
    });
  });

  it('removes an added vendor after confirmation, but not a documented one', async () => {
    const { user, service } = await open();
    await user.click(button('Add provider'));
    const form = await dialog();
    await user.selectOptions(form.getByLabelText('Provider'), 'vLLM');
    await user.click(form.getByRole('button', { name: 'Add provider' }));
    await card('vLLM');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('More actions: DeepInfra'));
    expect(await screen.findByLabelText('Headers: DeepInfra')).toBeVisible();
    expect(screen.queryByLabelText('Remove: DeepInfra')).toBeNull();
    await user.keyboard('{Escape}');
    await chooseAction(user, 'Remove: vLLM');
    expect(service.bodiesOf('remove')).toEqual([]);
    await user.click(button('Remove provider'));
    await waitFor(() => expect(screen.queryByText('vLLM', { selector: 'h2' })).toBeNull());
  });
});
