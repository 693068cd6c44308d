import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { vendorRow } from './testing/vendor-rows.ts';
import { VendorCard } from './VendorCard.tsx';

const path = 'POST /functions/v1/admin/vendors/test';
const vendor = vendorRow('openai', { display_name: 'OpenAI', has_key: true, key_last4: 'wxyz' });
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

function open() {
  const service = startFakeService();
  storeSession({ email: 'root@example.com' });
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <ul>
        <VendorCard
          vendor={vendor}
          modelCount={1}
          onOpen={() => {}}
          onMoveUp={null}
          onMoveDown={null}
          onSwitchStandIn={null}
          handle={{}}
          place={{}}
        />
      </ul>
    </QueryClientProvider>,
  );
  const test = () => screen.getByRole('button', { name: /^Test/ });
  const card = within(screen.getByRole('listitem', { name: /^OpenAI/ }));
  return { ...app, service, test, card };
}

describe('the connection test of a vendor', () => {
  it('is busy while it runs, and then says how long the answer took [VENDOR-017, VENDOR-018]', async () => {
    const { user, service, test, card } = open();
    const gate = Promise.withResolvers<void>();
    service.answer(path, async () => {
      await gate.promise;
      return reply();
    });
    await user.click(test());
    await waitFor(() => expect(test()).toBeDisabled());
    expect(test()).toHaveTextContent('Testing...');
    gate.resolve();
    expect(await card.findByText('Connection successful (212ms)')).toBeVisible();
    expect(service.to('/functions/v1/admin/vendors/test')[0]?.body).toEqual({ vendor: 'openai' });
  });

  it('says when another vendor answered instead, and what the tested one said [VENDOR-016]', async () => {
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
        'Answered through DeepInfra instead: Connection successful (212ms). Nothing was activated.',
      ),
    ).toBeVisible();
    expect(card.getByText('OpenAI itself: Connection failed: 500 - overloaded')).toBeVisible();
  });

  it.each([
    ['authentication', 401, /refused the key/],
    ['not_found', 404, /address is probably wrong/],
    ['model', 400, /may not have the default model/],
    ['api', 429, /reached a limit/],
    ['api', 529, /fault is at the vendor/],
    ['network', null, /server did not answer/],
    ['timeout', null, /server did not answer/],
    ['missing_key', null, /Set the key first/],
  ])('that fails with %s (%s) says what to do [VENDOR-019, VENDOR-020]', async (code, status, advice) => {
    const { user, service, test, card } = open();
    const message = `Connection failed: ${status} - whatever`;
    service.answer(path, reply({ success: false, message, details: { ...details, code, status } }));
    await user.click(test());
    expect(await card.findByText(message)).toBeVisible();
    expect(card.getByText(advice)).toBeVisible();
  });

  it('that the service refuses shows its sentence, and can be repeated', async () => {
    const { user, service, test, card } = open();
    service.answer(path, {
      status: 409,
      body: { error: { code: 'missing_key', message: 'API key not configured for this vendor' } },
    });
    await user.click(test());
    expect(await card.findByText('API key not configured for this vendor')).toBeVisible();
    service.answer(path, reply());
    await user.click(test());
    expect(await card.findByText('Connection successful (212ms)')).toBeVisible();
    expect(card.queryByText('API key not configured for this vendor')).toBeNull();
  });
});
