import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Answer, startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { renderDialog } from '../testing/render-console.tsx';
import { ModelsDialog } from './ModelsDialog.tsx';
import { vendorRow } from './testing/vendor-rows.ts';

const path = 'POST /functions/v1/admin/vendors/list-models';
const vendor = vendorRow('ollama', { config: { needs_key: false, default_model: 'llama3.1:8b' } });
const listed = (...ids: string[]): Answer => ({
  body: { models: ids.map((id) => ({ id, displayName: id, contextLength: 131_072 })) },
});

function open(answer: Answer) {
  const service = startFakeService();
  service.answer(path, answer);
  service.answer('POST /functions/v1/admin/vendors/save', { body: { vendor, key_cleared: false } });
  storeSession({ email: 'root@example.com' });
  return { ...renderDialog(<ModelsDialog vendor={vendor} />), service };
}

describe('the models of a vendor', () => {
  it('are listed by its server and can be searched', async () => {
    const { user, service } = open(listed('llama3.1:8b', 'qwen2.5-coder:7b'));
    expect(await screen.findByText('qwen2.5-coder:7b')).toBeVisible();
    expect(service.to('/functions/v1/admin/vendors/list-models')[0]?.body).toEqual({ vendor: 'ollama' });
    const items = screen.getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('llama3.1:8b131K contextDefault');
    await user.type(screen.getByLabelText('Search models'), 'QWEN');
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByText('1 model')).toBeVisible();
    await user.type(screen.getByLabelText('Search models'), ' no such');
    expect(await screen.findByText('No matching models')).toBeVisible();
  });

  it('can be made the default, and the row keeps the focus', async () => {
    const { user, service } = open(listed('llama3.1:8b', 'qwen2.5-coder:7b'));
    await user.click(await screen.findByRole('button', { name: 'Make default: qwen2.5-coder:7b' }));
    await waitFor(() =>
      expect(service.to('/functions/v1/admin/vendors/save')[0]?.body).toEqual({
        vendor: 'ollama',
        config: { default_model: 'qwen2.5-coder:7b' },
      }),
    );
    await waitFor(() => expect(screen.getAllByRole('listitem')[1]).toHaveFocus());
  });

  it('are limited when a vendor has hundreds', async () => {
    open(listed(...Array.from({ length: 350 }, (_, at) => `model-${at}`)));
    expect(await screen.findByText('60 of 350 shown. Search to find the others.')).toBeVisible();
    expect(within(screen.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(60);
  });

  it('show why they cannot be listed, and can be requested again [VENDOR-026]', async () => {
    const message = 'No available models for this vendor';
    const { user, service } = open({ status: 409, body: { error: { code: 'model', message } } });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    service.answer(path, listed('one'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('one')).toBeVisible();
  });
});
