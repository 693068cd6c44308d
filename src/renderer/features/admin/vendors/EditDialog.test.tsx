import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { renderDialog } from '../testing/render-console.tsx';
import { EditDialog } from './EditDialog.tsx';
import { vendorRow } from './testing/vendor-rows.ts';

const path = '/functions/v1/admin/vendors/save';
const withKey = vendorRow('openai', { display_name: 'OpenAI', has_key: true, key_last4: 'wxyz' });

function open(vendor: AdminVendor = withKey) {
  const service = startFakeService();
  service.answer('GET /rest/v1/api_vendor_models', { body: [] });
  service.answer(`POST ${path}`, { body: { vendor, key_cleared: false } });
  storeSession({ email: 'root@example.com' });
  const app = renderDialog(<EditDialog vendor={vendor} />);
  const isOpen = () => screen.queryByRole('dialog') !== null;
  // Sets the value in one step, because typing is slow and the dialog may still be moving the focus.
  const fill = (label: string, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...app, service, isOpen, fill, save, sent: () => service.to(path).map(({ body }) => body) };
}

const warning = /Saving removes the key/;

describe('editing a vendor', () => {
  it('sends only what changed', async () => {
    const { user, fill, save, sent, isOpen } = open();
    fill('Display name', ' Our OpenAI ');
    fill('Default model', '');
    fill('Fallback models', ' one/a \n\n two/b ');
    await user.click(screen.getByRole('switch', { name: 'Stream replies' }));
    await save();
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(sent()).toEqual([
      {
        vendor: 'openai',
        display_name: 'Our OpenAI',
        config: { stream: false, default_model: null, fallback_models: ['one/a', 'two/b'] },
      },
    ]);
  });

  it('shows the image model only for vendors that make images', async () => {
    const { fill, save, sent, unmount } = open();
    expect(screen.getByLabelText('Image model')).toHaveAttribute(
      'placeholder',
      expect.stringMatching(/^gpt-image/),
    );
    fill('Image model', ' gpt-image-9 ');
    await save();
    await waitFor(() =>
      expect(sent()).toEqual([{ vendor: 'openai', config: { image_model: 'gpt-image-9' } }]),
    );
    unmount();
    open(vendorRow('modelslab'));
    expect(screen.queryByLabelText('Image model')).toBeNull();
  });

  it('takes a speech model for vendors that may turn speech into text', async () => {
    const { fill, save, sent, unmount } = open();
    expect(screen.getByLabelText('Speech model')).toHaveAttribute('placeholder', 'gpt-4o-mini-transcribe');
    fill('Speech model', ' whisper-9 ');
    await save();
    await waitFor(() =>
      expect(sent()).toEqual([{ vendor: 'openai', config: { transcription_model: 'whisper-9' } }]),
    );
    unmount();
    open(vendorRow('modelslab'));
    expect(screen.queryByLabelText('Speech model')).toBeNull();
  });

  it('does not add a second banner landmark', () => {
    open();
    expect(screen.queryByRole('banner', { hidden: true })).toBeNull();
  });

  it('sends nothing if nothing changed', async () => {
    const { save, sent, isOpen } = open();
    await save();
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(sent()).toEqual([]);
  });

  it('warns only about a URL on another server, which removes the key', () => {
    const { fill } = open();
    expect(screen.queryByText(warning)).toBeNull();
    fill('Endpoint', 'https://API.openai.example:443/v2/chat/completions');
    expect(screen.queryByText(warning)).toBeNull();
    fill('Endpoint', 'https://api.elsewhere.example/v1/chat/completions');
    expect(screen.getByText(warning)).toHaveTextContent('different from https://api.openai.example');
  });

  it('does not warn if there is no key', () => {
    const { fill } = open(vendorRow('openai'));
    fill('Endpoint', 'https://api.elsewhere.example/v1/chat/completions');
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('reports that the key was cleared', async () => {
    const { service, fill, save } = open();
    service.answer(`POST ${path}`, {
      body: { vendor: { ...withKey, has_key: false, key_last4: null }, key_cleared: true },
    });
    fill('Endpoint', 'https://api.elsewhere.example/v1/chat/completions');
    await save();
    expect(await screen.findByText('Provider saved, key removed')).toBeVisible();
  });

  it('keeps every field when the service refuses one', async () => {
    const { service, fill, save, isOpen } = open();
    const message = 'The URL must start with https://.';
    service.answer(`POST ${path}`, { status: 400, body: { error: { code: 'invalid_request', message } } });
    fill('Endpoint', 'ftp://files.example/');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('Endpoint')).toHaveValue('ftp://files.example/');
    expect(isOpen()).toBe(true);
  });

  it('rejects an empty name without a request', async () => {
    const { fill, save, sent } = open();
    fill('Display name', '');
    await save();
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a display name.');
    expect(sent()).toEqual([]);
  });

  it('offers only the name of the built-in vendor', () => {
    open(vendorRow('demo', { endpoint_url: null }));
    expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('name'))).toEqual([
      'display-name',
    ]);
  });
});
