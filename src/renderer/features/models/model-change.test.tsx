import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { platform } from '../../platform/index.ts';
import { type Answer, startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { setListHeight } from '../../testing/lists.ts';
import { UiProvider } from '../../theme/UiProvider.tsx';
import { ModelPicker } from './ModelPicker.tsx';
import { newChat } from './testing/new-chat.ts';
import { type ModelSelection, useModelSelection } from './use-model-selection.ts';

const vendor = {
  id: 'openai',
  name: 'openai',
  display_name: 'OpenAI',
  endpoint_url: 'https://api.openai.example/v1/chat/completions',
  has_key: true,
  is_active: true,
  config: { default_model: 'one' },
};
const vendorModel = (model_id: string) => ({
  vendor_id: 'openai',
  model_id,
  display_name: model_id,
  config: {},
});
const curated = (model_id: string, change: Record<string, unknown> = {}) => ({
  model_id,
  display_name: model_id,
  icon_text: '',
  size_label: '7B',
  description_items: [],
  is_new: false,
  is_pro: false,
  is_beta: false,
  is_default: false,
  supports_images: false,
  ...change,
});
const result = (success: boolean, message: string): Answer => ({
  body: {
    success,
    latency: 12,
    message,
    details: { vendor: 'openai', model: 'one', status: null, code: success ? null : 'network' },
  },
});
const works = result(true, 'Connection successful (12ms)');

let selection: ModelSelection;
let service: ReturnType<typeof startFakeService>;

function Picker() {
  const current = useModelSelection(newChat);
  useEffect(() => {
    selection = current;
  }, [current]);
  return <ModelPicker selection={current} onOpenKeys={() => {}} />;
}
const Screen = () => useSession().user && <Picker />;

beforeEach(() => {
  service = startFakeService();
  service.changeAccess({ plan: 'professional' });
  service.answer('GET /rest/v1/api_vendors', { body: [vendor] });
  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /rest/v1/api_vendor_models', { body: [vendorModel('one'), vendorModel('two')] });
  service.answer('POST /functions/v1/models/check', works);
});
function open(client = createQueryClient()): UserEvent {
  storeSession();
  setListHeight();
  onTestFinished(() => {
    platform.uiState.set('model', '');
    platform.uiState.set('model_vendor', '');
  });
  const { user } = renderApp(
    <QueryClientProvider client={client}>
      <UiProvider>
        <Screen />
      </UiProvider>
    </QueryClientProvider>,
  );
  return user;
}

const target = () => screen.findByRole('button', { name: /Choose another model/ });
async function choose(user: UserEvent, name: RegExp) {
  await user.click(await target());
  await user.click(await screen.findByRole('option', { name }));
}
const checks = () => service.to('/functions/v1/models/check').map(({ body }) => body);
/** Waits for the check when the chat opens, before tests change models. */
const opened = () => waitFor(() => expect(checks()).toHaveLength(1));

describe('the list', () => {
  it('is a skeleton while loading, then shows the models with one selected [MODEL-001, MODEL-004]', async () => {
    let answer = (): void => undefined;
    service.answer(
      'GET /rest/v1/api_vendor_models',
      () =>
        new Promise(
          (resolve) => (answer = () => resolve({ body: [vendorModel('one'), vendorModel('two')] })),
        ),
    );
    const user = open();
    expect(await screen.findByRole('status', { name: 'Loading models' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Choose another model/ })).toBeNull();
    await waitFor(() => expect(service.to('/rest/v1/api_vendor_models')).toHaveLength(1));
    answer();
    await user.click(await target());
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(options).toEqual([
      expect.stringMatching(/^One.*In use/),
      expect.stringMatching(/^Two(?!.*In use)/),
    ]);
  });

  it('explains models in a collapsible part, and marks new, pro, beta and image models [MODEL-002, MODEL-005]', async () => {
    service.answer('GET /rest/v1/ai_models', {
      body: [curated('one', { is_new: true, is_pro: true, is_beta: true, supports_images: true })],
    });
    const user = open();
    await user.click(await target());
    const help = await screen.findByText('What are Models?');
    const text = screen.getByText(/A model is the program that writes replies/);
    expect(text).not.toBeVisible();
    await user.click(help);
    expect(text).toBeVisible();
    expect(screen.getByRole('option', { name: /In use/ })).toHaveTextContent(
      'Images · 7B · Pro · Beta · New',
    );
  });

  it('shows a message if there is no model [MODEL-003]', async () => {
    const row = { ...vendor, id: 'demo', name: 'demo', endpoint_url: null };
    service.answer('GET /rest/v1/api_vendors', { body: [row] });
    service.answer('GET /rest/v1/ai_models', { body: [curated('one', { is_pro: true })] });
    service.changeAccess({ plan: 'starter' });
    const user = open();
    await user.click(await screen.findByRole('button', { name: /No models available\./ }));
    // The only model requires another plan.
    expect(await screen.findByRole('option')).not.toHaveAccessibleName(/In use/);
    expect(selection.model).toBeNull();
  });
});

describe('changing the model', () => {
  it('tests the new model with its vendor, then uses it; the flag lasts a second [MODEL-036, MODEL-038]', async () => {
    const user = open();
    await opened();
    expect(selection.hasChanged).toBe(false);
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await choose(user, /two/i);
    await waitFor(() => expect(selection.model?.id).toBe('two'));
    expect(checks()[1]).toEqual({ vendor: 'openai', model: 'two' });
    expect(selection.hasChanged).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(selection.hasChanged).toBe(false);
    expect(platform.uiState.get('model')).toBe('two');
  });

  it('to the model in use does nothing [MODEL-035]', async () => {
    const user = open();
    await opened();
    await choose(user, /^One/i);
    await act(() => selection.select('one', selection.sections[0]!));
    expect(checks()).toHaveLength(1);
    expect(selection.hasChanged).toBe(false);
  });

  it('refuses other changes while one is running, and shows why [MODEL-034]', async () => {
    service.answer('GET /rest/v1/api_vendor_models', {
      body: [vendorModel('one'), vendorModel('two'), vendorModel('three')],
    });
    const user = open();
    await opened();
    let answer = (): void => undefined;
    service.answer(
      'POST /functions/v1/models/check',
      () => new Promise((resolve) => (answer = () => resolve(works))),
    );
    await choose(user, /two/i);
    await waitFor(() => expect(checks()).toHaveLength(2));
    expect(selection.model?.id).toBe('one');
    await user.click(await target());
    const other = await screen.findByRole('option', { name: /three/i });
    expect(other).toHaveAttribute('aria-disabled', 'true');
    await user.click(other);
    expect(await screen.findByText('Please Wait')).toBeVisible();
    expect(screen.getByText('Model is currently changing...')).toBeVisible();
    answer();
    await waitFor(() => expect(selection.model?.id).toBe('two'));
    expect(checks()).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ['the vendor does not answer', result(false, 'Connection timed out')],
    ['the service does not', { status: 503, body: '' }],
    ['the model is refused', { status: 403, body: { error: { code: 'forbidden', message: 'Not yours' } } }],
  ])(
    'that fails because %s shows the reason and keeps the current model [MODEL-039]',
    async (_name, answer) => {
      const user = open();
      await opened();
      service.answer('POST /functions/v1/models/check', answer);
      await choose(user, /two/i);
      expect(await screen.findByText('Model Change Failed')).toBeVisible();
      expect(screen.getByText('Could not switch to the selected model. Please try again.')).toBeVisible();
      expect(selection.model?.id).toBe('one');
      expect(selection.isChanging).toBe(false);
      expect(selection.hasChanged).toBe(false);
    },
  );
});

describe('the check when the chat opens', () => {
  it('shows once why the vendor cannot answer [CHAT-085]', async () => {
    service.answer('POST /functions/v1/models/check', result(false, 'The vendor did not answer in time'));
    open();
    expect(await screen.findByText('API Connection Issue')).toBeVisible();
    expect(screen.getByText('The vendor did not answer in time')).toBeVisible();
    expect(checks()).toEqual([{ vendor: 'openai', model: 'one' }]);
  });

  it('does not test the built-in vendor, nor the one that replaces it later [CHAT-085]', async () => {
    const demo = { ...vendor, id: 'demo', name: 'demo', endpoint_url: null };
    service.answer('GET /rest/v1/api_vendors', { body: [demo] });
    service.answer('GET /rest/v1/ai_models', { body: [curated('one')] });
    const client = createQueryClient();
    open(client);
    await target();
    service.answer('GET /rest/v1/api_vendors', { body: [vendor] });
    await act(() => client.invalidateQueries());
    await waitFor(() => expect(selection.sections[0]?.title).toBe('OpenAI'));
    expect(checks()).toEqual([]);
  });

  it('shows nothing if the vendor answers or the check fails [CHAT-085]', async () => {
    service.answer('POST /functions/v1/models/check', { status: 500, body: '' });
    open();
    await opened();
    await act(async () => {});
    expect(screen.queryByText('API Connection Issue')).toBeNull();
  });
});

describe('an unknown model', () => {
  const ownServer = (...ids: readonly [string, ...string[]]) => {
    const server = { ...vendor, name: 'ollama', config: { needs_key: false, default_model: ids[0] } };
    service.answer('GET /rest/v1/api_vendors', { body: [server] });
    service.answer('GET /rest/v1/api_vendor_models', { body: [] });
    service.answer('GET /functions/v1/models', { body: { data: ids.map((id) => ({ id })) } });
  };

  it('is used, and only the picker marks it as unknown [MODEL-027]', async () => {
    ownServer('mine:7b', 'other:7b');
    const user = open();
    await waitFor(() =>
      expect(selection.model).toEqual({
        id: 'mine:7b',
        name: 'Mine 7B',
        contextLength: null,
        vendorName: null,
        service: { client: 'ollama', origin: 'https://api.openai.example' },
      }),
    );
    expect(screen.queryByText(/No details available/)).toBeNull();
    await user.click(await screen.findByRole('button', { name: /Choose another model/ }));
    expect(
      await screen.findByRole('option', { name: /^Mine 7B .*No details available, uses standard settings/ }),
    ).toBeVisible();
  });

  it('is not reported for models in the tables [MODEL-027]', async () => {
    open();
    await opened();
    await act(async () => {});
    expect(screen.queryByText(/There are no details/)).toBeNull();
  });
});
