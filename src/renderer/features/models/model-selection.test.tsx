import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { getVendors } from '../../lib/vendors.ts';
import { platform } from '../../platform/index.ts';
import { fakeSession, type OwnAccess, startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { setListHeight } from '../../testing/lists.ts';
import { UiProvider } from '../../theme/UiProvider.tsx';
import { builtInModels } from './built-in-models.ts';
import { ModelPicker } from './ModelPicker.tsx';
import { newChat } from './testing/new-chat.ts';
import { type ModelSelection, useModelSelection } from './use-model-selection.ts';

const accessToken = fakeSession().access_token;
const vendorRow = (name: string, change: Record<string, unknown> = {}) => ({
  id: name,
  name,
  display_name: name.toUpperCase(),
  endpoint_url: `https://api.${name}.example/v1/chat/completions`,
  has_key: false,
  is_active: false,
  config: {},
  ...change,
});
const offeredRow = (vendor_id: string, model_id: string) => ({
  vendor_id,
  model_id,
  display_name: model_id.toUpperCase(),
  config: { context_length: 8_000 },
});
const own = (vendor: string) => ({
  accessToken,
  vendor,
  endpointOrigin: `https://api.${vendor}.example`,
});

const nothing = { model: null, missingKey: null } as ModelSelection;
let selection = nothing;
const opened = vi.fn<() => void>();

function Picker() {
  const current = useModelSelection(newChat);
  useEffect(() => {
    selection = current;
  }, [current]);
  return <ModelPicker selection={current} onOpenKeys={opened} />;
}
function Screen() {
  return useSession().user && <Picker />;
}

const llama = {
  id: 'llama',
  name: 'LLAMA',
  contextLength: 8_000,
  vendorName: null,
  service: { client: 'deepinfra', origin: 'https://api.deepinfra.example' },
};
const vendors = [
  vendorRow('deepinfra', { is_active: true, has_key: true }),
  vendorRow('openai', { config: '{"default_model": "gpt-b"}' }),
  vendorRow('ollama', {
    endpoint_url: 'http://localhost:11434/v1/chat/completions',
    config: { needs_key: false },
  }),
  vendorRow('demo', { endpoint_url: null, config: { needs_key: false } }),
];
const vendorModels = [
  offeredRow('deepinfra', 'llama'),
  offeredRow('openai', 'gpt-a'),
  offeredRow('openai', 'gpt-b'),
  offeredRow('openai', 'gpt-c'),
];

const works = {
  success: true,
  latency: 12,
  message: 'Connection successful (12ms)',
  details: { vendor: 'deepinfra', model: 'llama', status: 200, code: null },
};

function open({ rows = vendors, plan = 'professional' as OwnAccess['plan'] } = {}) {
  selection = nothing;
  const service = startFakeService();
  service.changeAccess({ plan });
  service.answer('GET /rest/v1/api_vendors', { body: rows });
  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /rest/v1/api_vendor_models', ({ search }) => {
    const requested = new URLSearchParams(search).get('vendor_id') ?? '';
    return { body: vendorModels.filter(({ vendor_id }) => requested.includes(vendor_id)) };
  });
  service.answer('POST /functions/v1/models/check', { body: works });
  storeSession();
  setListHeight();
  onTestFinished(() => {
    platform.uiState.set('model', '');
    platform.uiState.set('model_vendor', '');
  });
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <Screen />
      </UiProvider>
    </QueryClientProvider>,
  );
  return { ...app, service };
}

afterEach(async () => {
  vi.restoreAllMocks();
  opened.mockReset();
  await platform.ownKeys.forget(accessToken);
});

const picker = () => screen.findByRole('button', { name: /Choose another model/ });
const modelsOf = (vendor: RegExp) =>
  screen.getAllByRole('option', { name: vendor }).map(({ textContent }) => textContent);

describe('the vendors', () => {
  it('are read in priority order, with the configuration as JSON or text [VENDOR-010, VENDOR-012]', async () => {
    const { service } = open();
    const read = await getVendors();
    expect(
      read.map(({ name, endpointOrigin, needsKey, hasKey, isActive, defaultModel }) => [
        name,
        endpointOrigin,
        needsKey,
        hasKey,
        isActive,
        defaultModel,
      ]),
    ).toEqual([
      ['deepinfra', 'https://api.deepinfra.example', true, true, true, null],
      ['openai', 'https://api.openai.example', true, false, false, 'gpt-b'],
      ['ollama', 'http://localhost:11434', false, false, false, null],
      ['demo', null, false, false, false, null],
    ]);
    expect(new URLSearchParams(service.to('/rest/v1/api_vendors')[0]?.search).get('order')).toBe(
      'priority_order.asc,name.asc',
    );
  });
});

describe('the selector', () => {
  it('has one untitled section if there are no own keys or servers', async () => {
    const { user } = open();
    await user.click(await picker());
    expect(await screen.findByRole('option', { name: /LLAMA.*In use/ })).toBeVisible();
    expect(screen.queryByText('DEEPINFRA')).toBeNull();
    expect(selection.model).toEqual(llama);
    expect(selection.missingKey).toBeNull();
  });

  it("adds the models of each vendor with the user's own key, its default first, and names the vendor in requests", async () => {
    await platform.ownKeys.set(own('openai'), 'sk-own', 'memory');
    const { user } = open();
    await user.click(await picker());
    await waitFor(() =>
      expect(modelsOf(/OPENAI/).filter((text) => text?.includes('GPT'))).toEqual([
        expect.stringContaining('GPT-B'),
        expect.stringContaining('GPT-A'),
        expect.stringContaining('GPT-C'),
      ]),
    );
    await user.click(screen.getByRole('option', { name: /GPT-C/ }));
    await waitFor(() => expect(selection.model?.id).toBe('gpt-c'));
    expect(selection.model).toEqual({
      id: 'gpt-c',
      name: 'GPT-C · OPENAI',
      contextLength: 8_000,
      vendorName: 'openai',
      service: { client: 'openai', origin: 'https://api.openai.example' },
      vendor: { name: 'openai', endpointOrigin: 'https://api.openai.example' },
    });
    expect(await picker()).toHaveTextContent('GPT-C');
  });

  it("uses the user's own key for the active vendor too", async () => {
    await platform.ownKeys.set(own('deepinfra'), 'sk-own', 'memory');
    open();
    await waitFor(() =>
      expect(selection.model?.vendor).toEqual({
        name: 'deepinfra',
        endpointOrigin: 'https://api.deepinfra.example',
      }),
    );
  });

  it('has no section for a key that was entered for another origin', async () => {
    await platform.ownKeys.set(
      { ...own('openai'), endpointOrigin: 'https://old.example' },
      'sk-own',
      'memory',
    );
    const { user } = open();
    await user.click(await picker());
    expect(screen.queryByRole('option', { name: /OPENAI/ })).toBeNull();
  });

  it("adds the models that the user's own server lists, without a key", async () => {
    vi.spyOn(platform, 'listOwnModels', 'get').mockReturnValue(async () => [
      { id: 'qwen3:8b', displayName: 'qwen3:8b', contextLength: 40_960 },
    ]);
    const { user } = open();
    await user.click(await picker());
    await user.click(await screen.findByRole('option', { name: /Qwen3 8B.*qwen3:8b/ }));
    await waitFor(() => expect(selection.model?.id).toBe('qwen3:8b'));
    expect(selection.model).toEqual({
      id: 'qwen3:8b',
      name: 'Qwen3 8B · OLLAMA',
      contextLength: 40_960,
      vendorName: 'ollama',
      service: { client: 'ollama', origin: 'http://localhost:11434' },
      vendor: { name: 'ollama', endpointOrigin: null },
    });
  });

  it("waits for the selected model's section instead of using another vendor", async () => {
    let answer = (): void => undefined;
    vi.spyOn(platform, 'listOwnModels', 'get').mockReturnValue(
      () => new Promise((resolve) => (answer = () => resolve([{ id: 'qwen3:8b', displayName: 'qwen3:8b' }]))),
    );
    platform.uiState.set('model', 'qwen3:8b');
    platform.uiState.set('model_vendor', 'ollama');
    const { service } = open();
    await waitFor(() => expect(service.to('/rest/v1/api_vendor_models')).not.toEqual([]));
    expect(selection.model).toBeNull();
    answer();
    await waitFor(() => expect(selection.model?.id).toBe('qwen3:8b'));
  });

  it('falls back to the active vendor if the selected section no longer exists [MODEL-025]', async () => {
    platform.uiState.set('model', 'gpt-a');
    platform.uiState.set('model_vendor', 'openai');
    open();
    await waitFor(() => expect(selection.model).toEqual(llama));
  });

  it('locks models that the plan does not include, and links them to the plans [MODEL-033]', async () => {
    await platform.ownKeys.set(own('openai'), 'sk-own', 'memory');
    const { user, address } = open({ plan: 'starter' });
    await user.click(await picker());
    const locked = await screen.findByRole('option', { name: /GPT-C.*Part of Professional/ });
    expect(screen.getByRole('option', { name: /GPT-A/ })).not.toHaveAccessibleName(/Part of/);
    await user.click(locked);
    expect(address()).toBe('/pricing');
  });

  it('opens the dialogs about keys', async () => {
    const { user } = open();
    await user.click(await picker());
    await user.click(await screen.findByRole('button', { name: 'Use your own key…' }));
    expect(opened).toHaveBeenCalledOnce();
  });
});

describe('a vendor without models in the tables', () => {
  const listing = (ids: readonly string[]) => ({ body: { data: ids.map((id) => ({ id })) } });

  it('is queried for its models; those of the hosted open-model vendor get our names [VENDOR-011, MODEL-021, MODEL-022]', async () => {
    const { service } = open({
      rows: [vendorRow('deepinfra', { id: 'other', is_active: true, has_key: true })],
    });
    service.answer('GET /functions/v1/models', listing(['deepseek-ai/DeepSeek-V3', 'unknown/model']));
    await waitFor(() => expect(selection.model?.name).toBe('DeepSeek V3'));
    expect(selection.sections[0]?.models).toHaveLength(1);
  });

  const rows = [vendorRow('deepinfra', { is_active: true, has_key: true })];
  const listed = () => selection.sections[0]?.models.map(({ id }) => id);

  it.each([
    ['is empty', { body: [] }],
    ['fails', { status: 500, body: { message: 'broken' } }],
  ])("shows the vendor's list if the curated list %s [MODEL-018]", async (_name, curated) => {
    const { service } = open({ rows });
    service.answer('GET /rest/v1/ai_models', curated);
    await waitFor(() => expect(listed()).toEqual(['llama']));
    expect(service.to('/functions/v1/models')).toEqual([]);
  });

  it.each([
    ['is empty', { body: [] }],
    ['fails', { status: 500, body: { message: 'broken' } }],
  ])(
    "shows the provider's list, filtered by the built-in list, if the vendor's list %s too [MODEL-019]",
    async (_name, own) => {
      const { service } = open({ rows });
      service.answer('GET /rest/v1/api_vendor_models', own);
      service.answer(
        'GET /functions/v1/models',
        listing(['unknown/model', 'google/gemma-3-27b-it', 'deepseek-ai/DeepSeek-V3']),
      );
      await waitFor(() => expect(listed()).toEqual(['deepseek-ai/DeepSeek-V3', 'google/gemma-3-27b-it']));
    },
  );

  it.each([
    ['knows none of them', { body: { data: [{ id: 'unknown/model' }] } }],
    ['fails', { status: 502, body: { error: { message: 'down' } } }],
  ])('shows the built-in list if the provider %s [MODEL-020]', async (_name, answer) => {
    const { service } = open({ rows });
    service.answer('GET /rest/v1/api_vendor_models', { body: [] });
    service.answer('GET /functions/v1/models', answer);
    await waitFor(() => expect(listed()).toEqual(builtInModels.map(({ id }) => id)));
  });

  it('shows the full list of any other vendor', async () => {
    const row = vendorRow('ollama', { is_active: true, config: { default_model: 'qwen3:8b' } });
    const { service } = open({ rows: [row] });
    service.answer('GET /functions/v1/models', listing(['llama3.1:8b', 'qwen3:8b']));
    await waitFor(() => expect(selection.model?.id).toBe('qwen3:8b'));
    expect(selection.sections[0]?.models.map(({ id }) => id)).toEqual(['qwen3:8b', 'llama3.1:8b']);
  });
});

describe('a missing key [KEY-014]', () => {
  it("is the active vendor's, if neither the service nor the user has one", async () => {
    open({ rows: [vendorRow('deepinfra', { is_active: true })] });
    await waitFor(() => expect(selection.model).not.toBeNull());
    expect(selection.missingKey).toBe('deepinfra');
  });

  it.each([
    ['the service has one', vendorRow('deepinfra', { is_active: true, has_key: true })],
    [
      'the vendor is set to need none',
      vendorRow('deepinfra', { is_active: true, config: { needs_key: false } }),
    ],
    ['it is the built-in vendor', vendorRow('demo', { is_active: true, endpoint_url: null })],
  ])('is not reported if %s', async (_name, row) => {
    open({ rows: [row] });
    await waitFor(() => expect(selection.model).not.toBeNull());
    expect(selection.missingKey).toBeNull();
  });

  it('is not reported if the user has one', async () => {
    await platform.ownKeys.set(own('deepinfra'), 'sk-own', 'memory');
    open({ rows: [vendorRow('deepinfra', { is_active: true })] });
    await waitFor(() => expect(selection.model).not.toBeNull());
    expect(selection.missingKey).toBeNull();
  });
});
