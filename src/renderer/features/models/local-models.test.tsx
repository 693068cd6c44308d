import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localModelsChoice } from '../../lib/local-models.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { platform } from '../../platform/index.ts';
import type { LocalModels as Found } from '../../platform/platform.ts';
import { startFakeService } from '../../testing/fake-service.ts';
import { setListHeight } from '../../testing/lists.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { UiProvider } from '../../theme/UiProvider.tsx';
import { LocalModels } from './LocalModels.tsx';
import { ModelPicker } from './ModelPicker.tsx';
import './picker/Choices.tsx';
import { useModelSelection } from './use-model-selection.ts';

const ollama: Found = {
  name: 'local:ollama',
  models: [{ id: 'qwen3:8b', displayName: 'qwen3:8b', reasoning: true }],
};
const studio: Found = { name: 'local:lm-studio', models: [{ id: 'llama', displayName: 'llama' }] };
const find = vi.fn<() => Promise<readonly Found[]>>();
let selection: ReturnType<typeof useModelSelection>;

const chat = { id: null, model: null, choose: vi.fn<() => void>() };
function Selection() {
  const current = useModelSelection(chat);
  useEffect(() => void (selection = current));
  return (
    <>
      <ModelPicker selection={current} onOpenKeys={() => {}} />
      <LocalModels />
    </>
  );
}

function open(vendors: readonly object[] = []) {
  const service = startFakeService();
  service.changeAccess({ plan: 'starter' });
  service.answer('GET /rest/v1/api_vendors', { body: vendors });
  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /rest/v1/api_vendor_models', { body: [] });
  storeSession();
  setListHeight();
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <Selection />
      </UiProvider>
    </QueryClientProvider>,
  );
  return { ...app, service };
}
const titles = () => selection.sections.map(({ title }) => title);

beforeEach(() => {
  vi.spyOn(platform, 'findLocalModels', 'get').mockReturnValue(find);
  find.mockResolvedValue([ollama, studio]);
});
afterEach(() => {
  act(() => localModelsChoice.set('off'));
  platform.uiState.set('model', '');
  platform.uiState.set('model_vendor', '');
  chat.choose.mockReset();
  vi.restoreAllMocks();
  find.mockReset();
});

it('are looked up only after the user turns this on, and offered on every plan', async () => {
  const { user } = open();
  const choice = await screen.findByRole('checkbox', { name: 'Use models on this computer' });
  expect(find).not.toHaveBeenCalled();
  await user.click(choice);
  expect(await screen.findByText(/^Ollama on this computer: 1 model LM Studio/)).toBeVisible();
  expect(titles()).toEqual(['Models', 'Ollama on this computer', 'LM Studio on this computer']);
  expect(selection.available.filter(({ vendorName }) => vendorName !== null)).toEqual([
    expect.objectContaining({
      id: 'qwen3:8b',
      vendorName: 'local:ollama',
      vendor: { name: 'local:ollama', endpointOrigin: null },
      service: { client: 'openai-style', origin: 'http://127.0.0.1:11434' },
      isReasoning: true,
    }),
    expect.objectContaining({ id: 'llama', vendorName: 'local:lm-studio' }),
  ]);
  await user.click(choice);
  await waitFor(() => expect(titles()).toEqual(['Models']));
});

it('can be turned on below the list of models', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /Choose another model|Loading models/ }));
  await user.click(await screen.findByRole('button', { name: 'Use models on this computer' }));
  expect(localModelsChoice.get()).toBe('on');
  expect(await screen.findByRole('option', { name: /^Qwen3 8B/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use models on this computer' })).toBeNull();
  // In the picker, and in the settings below it.
  expect(screen.getAllByText(/^Ollama on this computer: 1 model/)).toHaveLength(2);
});

it('explain what to do if none are found, and can be looked up again', async () => {
  find.mockResolvedValueOnce([]);
  localModelsChoice.set('on');
  const { user } = open();
  expect(await screen.findByText(/^No models found\. Start one of these programs/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByText(/LM Studio on this computer: 1 model$/)).toBeVisible();
});

it('can be selected only while their server lists them, and do not call the service', async () => {
  localModelsChoice.set('on');
  const { service } = open();
  await waitFor(() => expect(titles()).toHaveLength(3));
  const section = selection.sections[2]!;
  await act(() => selection.select('llama', section));
  expect(chat.choose).toHaveBeenCalledExactlyOnceWith({ id: 'llama', vendorName: 'local:lm-studio' });
  find.mockResolvedValue([studio]);
  await act(() => selection.select('qwen3:8b', selection.sections[1]!));
  expect(chat.choose).toHaveBeenCalledOnce();
  expect(service.to('/functions/v1/models/check')).toEqual([]);
});

it("are not listed twice if one of them is the user's own server", async () => {
  vi.spyOn(platform, 'listOwnModels', 'get').mockReturnValue(async () => ollama.models);
  localModelsChoice.set('on');
  open([
    {
      id: 'ollama',
      name: 'ollama',
      display_name: 'Ollama',
      endpoint_url: 'http://localhost:11434/v1/chat/completions',
      has_key: false,
      is_active: false,
      config: { needs_key: false },
    },
  ]);
  await waitFor(() => expect(titles()).toEqual(['Models', 'Ollama', 'LM Studio on this computer']));
});
