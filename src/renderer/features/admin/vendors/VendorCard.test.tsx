import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { renderConsole } from '../testing/render-console.tsx';
import { vendorRow } from './testing/vendor-rows.ts';
import { VendorCard } from './VendorCard.tsx';

const path = 'POST /functions/v1/admin/vendors/test';
const vendor = vendorRow('openai', { display_name: 'OpenAI', has_key: true, key_last4: 'wxyz' });
const refuse = (code: string, message: string) => ({ status: 409, body: { error: { code, message } } });
const details = { vendor: 'openai', model: 'openai/large', status: 200, code: null };
const reply = (changes: Record<string, unknown> = {}) => ({
  body: {
    success: true,
    latency: 212,
    message: 'Connection successful (212ms)',
    details,
    vendor: 'openai',
    vendor_display_name: 'OpenAI',
    ...changes,
  },
});

function open(modelCount = 1) {
  const service = startFakeService();
  storeSession({ email: 'root@example.com' });
  service.answer('POST /functions/v1/admin/vendors/list', { body: { vendors: [vendor] } });
  service.answer('POST /functions/v1/admin/vendors/list-models', { body: { models: [] } });
  service.answer('GET /rest/v1/api_vendor_models', { body: [] });
  const moves: string[] = [];
  const app = renderConsole(
    <ul>
      <VendorCard
        vendor={vendor}
        modelCount={modelCount}
        onMoveUp={() => moves.push('up')}
        onMoveDown={() => moves.push('down')}
        onSwitchFailover={() => moves.push('failover')}
        handle={{}}
        place={{}}
      />
    </ul>,
  );
  const test = () => screen.getByRole('button', { name: /^Test/ });
  const card = within(screen.getByRole('listitem', { name: /^OpenAI/ }));
  return { ...app, service, test, card, moves };
}

describe('the buttons of a vendor', () => {
  it.each([
    ['Replace key', 'OpenAI: API key'],
    ['Models', "OpenAI's models"],
    ['Edit', 'Edit OpenAI'],
    ['Activate', 'Activate OpenAI?'],
  ])('name the action and the vendor: %s', async (label, title) => {
    const { user } = open();
    const button = screen.getByRole('button', { name: `${label}: OpenAI` });
    expect(button).toHaveTextContent(label);
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  });

  it.each([
    ['Move OpenAI up', 'up'],
    ['Move OpenAI down', 'down'],
  ])('change the failover order: %s', async (label, change) => {
    const { user, moves } = open();
    await user.click(screen.getByRole('button', { name: label }));
    expect(moves).toEqual([change]);
  });
});

describe('the menu of a vendor', () => {
  it.each([
    ['Remove key: OpenAI', "Remove OpenAI's key?"],
    ['Headers: OpenAI', /OpenAI/],
  ])('opens a dialog: %s', async (name, title) => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'More actions: OpenAI' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  });

  it('changes the failover order', async () => {
    const { user, moves } = open();
    await user.click(screen.getByRole('button', { name: 'More actions: OpenAI' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from failover: OpenAI' }));
    expect(moves).toEqual(['failover']);
  });
});

describe('the connection test of a vendor', () => {
  it('is busy while it runs, then shows the reply time [VENDOR-017, VENDOR-018]', async () => {
    const { user, service, test, card } = open();
    const gate = Promise.withResolvers<void>();
    service.answer(path, async () => {
      await gate.promise;
      return reply();
    });
    await user.click(test());
    await waitFor(() => expect(test()).toHaveAttribute('aria-disabled', 'true'));
    expect(test()).toHaveTextContent('Testing…');
    gate.resolve();
    expect(await card.findByText('Connection successful (212ms)')).toBeVisible();
    expect(service.to('/functions/v1/admin/vendors/test')[0]?.body).toEqual({ vendor: 'openai' });
  });

  it('shows if another vendor replied instead, and why the tested one failed [VENDOR-016]', async () => {
    const { user, service, test, card } = open();
    service.answer(
      path,
      reply({
        vendor: 'deepinfra',
        vendor_display_name: 'DeepInfra',
        failure: 'Connection failed: 500 - overloaded',
      }),
    );
    await user.click(test());
    expect(
      await card.findByText(
        'DeepInfra replied instead: Connection successful (212ms). The active provider has not changed.',
      ),
    ).toBeVisible();
    expect(card.getByText('OpenAI: Connection failed: 500 - overloaded')).toBeVisible();
  });

  it.each([
    ['authentication', 401, /rejected the key/],
    ['not_found', 404, /endpoint is probably wrong/],
    ['model', 400, /may not have the default model/],
    ['api', 429, /reached a limit/],
    ['api', 529, /provider has a problem/],
    ['network', null, /server did not respond/],
    ['timeout', null, /server did not respond/],
    ['missing_key', null, /Set the key, then/],
  ])('fails with %s (%s) and shows what to do [VENDOR-019, VENDOR-020]', async (code, status, advice) => {
    const { user, service, test, card } = open();
    const message = `Connection failed: ${status} - whatever`;
    service.answer(path, reply({ success: false, message, details: { ...details, code, status } }));
    await user.click(test());
    expect(await card.findByText(message)).toBeVisible();
    expect(card.getByText(advice)).toBeVisible();
  });

  it("shows the service's refusal, and can be repeated", async () => {
    const { user, service, test, card } = open();
    service.answer(path, refuse('missing_key', 'API key not configured for this vendor'));
    await user.click(test());
    expect(await card.findByText('API key not configured for this vendor')).toBeVisible();
    service.answer(path, reply());
    await user.click(test());
    expect(await card.findByText('Connection successful (212ms)')).toBeVisible();
    expect(card.queryByText('API key not configured for this vendor')).toBeNull();
  });

  it.each([
    ['missing_key', 'Set key', 'OpenAI: API key'],
    ['model', 'Enter a default model', 'Edit OpenAI'],
  ])('offers what is missing after the refusal %s', async (code, label, title) => {
    const { user, service, test, card } = open();
    service.answer(path, refuse(code, 'No'));
    await user.click(test());
    await user.click(await card.findByRole('button', { name: label }));
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  });

  it('offers to choose the models of a new provider', async () => {
    const { user, service, test, card, address } = open(0);
    service.answer(path, reply());
    await user.click(test());
    await user.click(await card.findByRole('link', { name: 'Choose models' }));
    expect(address()).toBe('/admin/api-models?provider=openai');
  });

  it('offers to enable a provider that has models', async () => {
    const { user, service, test, card } = open(1);
    service.answer(path, reply());
    service.answer('POST /functions/v1/admin/vendors/enable', {
      body: { vendor: { ...vendor, is_enabled: true } },
    });
    await user.click(test());
    await user.click(await card.findByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('OpenAI enabled')).toBeVisible();
  });
});
