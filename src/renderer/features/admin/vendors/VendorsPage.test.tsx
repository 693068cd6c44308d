import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { getSupabase } from '../../../lib/supabase.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { renderConsole } from '../testing/render-console.tsx';
import { chooseAction } from './testing/choose-action.ts';
import { startFakeVendors } from './testing/fake-vendors.ts';
import { VendorsPage } from './VendorsPage.tsx';

async function open(prepare: (service: ReturnType<typeof startFakeVendors>) => void = () => {}) {
  const service = startFakeVendors();
  prepare(service);
  storeSession({ email: 'root@example.com' });
  return { ...renderConsole(<VendorsPage />, '/admin/api-vendors'), service };
}

// Queries by text and label, because queries by role and name are slow.
const card = async (name: string) => (await screen.findByText(name, { selector: 'h2' })).closest('li')!;
const names = () => Array.from(document.querySelectorAll('h2'), (title) => title.textContent);
const button = (name: string) =>
  screen.queryByLabelText(name, { selector: 'button' }) ?? screen.getByText(name, { selector: 'button' });
const dialog = () => screen.findByRole('dialog');

describe("the vendors' page", () => {
  afterEach(async () => void (await (await getSupabase()).removeAllChannels()));

  it('lists the vendors in their order, each with state, key, URL and models [ADMIN-012, VENDOR-012]', async () => {
    await open();
    const deepinfra = within(await card('DeepInfra'));
    expect(names()).toEqual(['Demo', 'DeepInfra', 'OpenAI', 'Ollama']);
    expect(deepinfra.getByText('Inactive')).toBeVisible();
    expect(deepinfra.getByText('Key set, ends in wxyz')).toBeVisible();
    expect(deepinfra.getByText('Endpoint').nextSibling).toHaveTextContent(
      'https://api.deepinfra.example/v1/chat/completions',
    );
    expect(await deepinfra.findByText('2 models')).toBeVisible();
    expect(within(await card('Demo')).getByText('Active')).toBeVisible();
    expect(within(await card('OpenAI')).getByText('No key yet')).toBeVisible();
    expect(within(await card('Ollama')).getByText('No key needed')).toBeVisible();
    expect(screen.queryByLabelText('Set key: Ollama')).toBeNull();
  });

  it('sends a key once and shows only its last characters [ADMIN-027]', async () => {
    const { user, service, client } = await open();
    await card('OpenAI');
    await user.click(button('Set key: OpenAI'));
    const field = within(await dialog()).getByLabelText('API key');
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveValue('');
    fireEvent.change(field, { target: { value: '  sk-secret-of-mine-9876 ' } });
    await user.click(button('Save key'));
    expect(await screen.findByText('Key set, ends in 9876')).toBeVisible();
    expect(service.bodiesOf('set-key')).toEqual([{ vendor: 'openai', key: 'sk-secret-of-mine-9876' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button('Replace key: OpenAI')).toHaveFocus());
    expect(document.body.innerHTML).not.toContain('secret-of-mine');
    await waitFor(() => {
      const mutations = client.getMutationCache().getAll();
      expect(
        JSON.stringify([mutations.map(({ state }) => state), client.getQueryCache().getAll()]),
      ).not.toContain('secret-of-mine');
    });
  });

  it('rejects a blank key without a request [KEY-012]', async () => {
    const { user, service } = await open();
    await card('OpenAI');
    await user.click(button('Set key: OpenAI'));
    fireEvent.change(within(await dialog()).getByLabelText('API key'), { target: { value: '   ' } });
    await user.click(button('Save key'));
    expect(await screen.findByRole('alert')).toHaveTextContent('API key cannot be empty');
    expect(service.bodiesOf('set-key')).toEqual([]);
  });

  it('keeps the typed key when the service refuses it', async () => {
    const { user } = await open(({ refuse }) =>
      refuse('set-key', 'busy', 'The database is busy. Try again.'),
    );
    await card('OpenAI');
    await user.click(button('Set key: OpenAI'));
    const field = within(await dialog()).getByLabelText('API key');
    fireEvent.change(field, { target: { value: 'sk-typed-once' } });
    await user.click(button('Save key'));
    expect(await screen.findByText('The database is busy. Try again.')).toBeVisible();
    expect(field).toHaveValue('sk-typed-once');
  });

  it('clears a key after confirmation', async () => {
    const { user, service } = await open();
    await card('DeepInfra');
    await chooseAction(user, 'Remove key: DeepInfra');
    await user.click(within(await dialog()).getByRole('button', { name: 'Remove key' }));
    await waitFor(() => expect(service.bodiesOf('clear-key')).toEqual([{ vendor: 'deepinfra' }]));
    expect(await within(await card('DeepInfra')).findByText('No key yet')).toBeVisible();
  });

  it('activates a vendor after confirmation, and shows which one is active [VENDOR-003, VENDOR-004]', async () => {
    const { user, service } = await open();
    await card('DeepInfra');
    await user.click(button('Activate: DeepInfra'));
    expect(service.bodiesOf('activate')).toEqual([]);
    expect(await dialog()).toHaveTextContent('sent to DeepInfra instead of Demo');
    await user.click(button('Activate DeepInfra'));
    expect(await within(await card('DeepInfra')).findByText('Active')).toBeVisible();
    expect(within(await card('Demo')).getByText('Inactive')).toBeVisible();
    expect(await screen.findByText('Switched to DeepInfra')).toBeVisible();
    // The button disappeared, so the card has the focus.
    await waitFor(async () => expect(await card('DeepInfra')).toHaveFocus());
  });

  it('shows why a vendor without a key cannot be activated, and offers to set the key [VENDOR-022]', async () => {
    const { user, service } = await open();
    await card('OpenAI');
    await user.click(button('Activate: OpenAI'));
    expect(await dialog()).toHaveTextContent(
      'Cannot activate OpenAI: API key is required. Please set the API key first.',
    );
    expect(button('Activate OpenAI')).toBeDisabled();
    expect(service.bodiesOf('activate')).toEqual([]);
    await user.click(within(await dialog()).getByText('Set key'));
    expect(await screen.findByLabelText('API key')).toBeVisible();
  });

  it('warns before and after a vendor is activated whose last test failed', async () => {
    const { user, service } = await open();
    const reason = 'Connection failed: 401 - no such key';
    service.answerAction('test', () => {
      const [, tested] = service.vendors;
      service.vendors[1] = {
        ...tested!,
        last_failure: { at: '2026-11-29T17:34:00Z', is_test: true, message: reason },
      };
      const details = { vendor: 'deepinfra', model: 'a/one', status: 401, code: 'authentication' };
      const result = { success: false, latency: 12, message: reason, details };
      return { body: { ...result, vendor: 'deepinfra', vendor_display_name: 'DeepInfra' } };
    });
    await card('DeepInfra');
    await user.click(button('Test connection: DeepInfra'));
    expect(await screen.findByText(reason)).toBeVisible();
    await user.click(button('Activate: DeepInfra'));
    await waitFor(async () =>
      expect(await dialog()).toHaveTextContent(`DeepInfra's last test failed: ${reason}`),
    );
    await user.click(button('Activate anyway'));
    const toast = (await screen.findByText('Switched to DeepInfra')).closest('[data-variant]');
    expect(toast).toHaveTextContent('Check that users get replies.');
    expect(service.bodiesOf('activate')).toEqual([{ vendor: 'deepinfra' }]);
  });

  it('moves a vendor with a button and sends the complete order', async () => {
    const { user, service } = await open();
    await card('OpenAI');
    await user.click(button('Move OpenAI up'));
    expect(service.bodiesOf('reorder')).toEqual([{ vendors: ['openai', 'deepinfra', 'ollama'] }]);
    await waitFor(() => expect(names()).toEqual(['Demo', 'OpenAI', 'DeepInfra', 'Ollama']));
    expect(screen.getByText('OpenAI is now number 1 in the failover order')).toBeInTheDocument();
    expect(button('Move OpenAI up')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Move OpenAI up')).toHaveFocus();
    expect(screen.queryByLabelText('Move Demo up')).toBeNull();
  });

  it('can also be reordered by dragging', async () => {
    const { service } = await open();
    const [from, to] = [await card('Ollama'), await card('DeepInfra')];
    const dataTransfer = { setData: () => {}, setDragImage: () => {} };
    fireEvent.dragStart(from.querySelector('[draggable=true]')!, { dataTransfer });
    fireEvent.dragOver(to, { dataTransfer });
    expect(to).toHaveAttribute('data-over', 'true');
    fireEvent.drop(to, { dataTransfer });
    await waitFor(() =>
      expect(service.bodiesOf('reorder')).toEqual([{ vendors: ['ollama', 'deepinfra', 'openai'] }]),
    );
  });

  it('removes a vendor from failover', async () => {
    const { user, service } = await open();
    await card('OpenAI');
    await chooseAction(user, 'Remove from failover: OpenAI');
    expect(service.bodiesOf('reorder')).toEqual([{ vendors: ['deepinfra', 'ollama'] }]);
    expect(screen.queryByLabelText('More actions: Demo')).toBeNull();
  });

  it('re-encrypts the keys, and names those that must be entered again', async () => {
    const { user, service } = await open();
    service.answerAction('rotate', { body: { reencrypted: 2, unchanged: 0, failed: ['openai'] } });
    await card('OpenAI');
    await user.click(button('Re-encrypt keys'));
    expect(await screen.findByText('Enter them again: openai.')).toBeInTheDocument();
  });

  it('reverts a move that the service refuses', async () => {
    const { user } = await open(({ refuse }) => refuse('reorder', 'busy', 'Someone else was faster.'));
    await card('OpenAI');
    await user.click(button('Move OpenAI up'));
    expect(await screen.findByText('Someone else was faster.')).toBeVisible();
    expect(names()).toEqual(['Demo', 'DeepInfra', 'OpenAI', 'Ollama']);
  });

  it('switches failover on, and reverts when the service refuses', async () => {
    const { user, service } = await open();
    const toggle = await screen.findByRole('switch', { name: 'Automatic failover' });
    await waitFor(() => expect(toggle).toBeEnabled());
    expect(toggle).not.toBeChecked();
    await user.click(toggle);
    expect(service.to('/functions/v1/admin/settings/save')[0]?.body).toEqual({
      key: 'failover',
      value: true,
    });
    await waitFor(() => expect(toggle).toBeChecked());
    service.answer('POST /functions/v1/admin/settings/save', { status: 500 });
    await user.click(toggle);
    expect(await screen.findByText("Couldn't change the setting")).toBeVisible();
    await waitFor(() => expect(toggle).toBeChecked());
  });

  it('shows changes by other administrators', async () => {
    const { service } = await open();
    await card('DeepInfra');
    const client = await getSupabase();
    await waitFor(() => expect(client.getChannels()[0]?.state).toBe('joined'));
    service.vendors[1] = { ...service.vendors[1]!, display_name: 'Renamed' };
    act(() => service.emitChange('api_vendors'));
    expect(await card('Renamed')).toBeVisible();
  });

  it('offers Retry when the list does not load', async () => {
    const { user, service } = await open(({ refuse }) => refuse('list', 'x', 'The list did not load.'));
    expect(await screen.findByText('The list did not load.')).toBeVisible();
    service.answerAction('list', { body: { vendors: service.vendors } });
    await user.click(button('Retry'));
    expect(await card('DeepInfra')).toBeVisible();
  });
});
