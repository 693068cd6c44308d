import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { vendorRow } from '../vendors/testing/vendor-rows.ts';
import { ModelsPage } from './ModelsPage.tsx';

describe('the models', () => {
  const model = (id: string, changes = {}) => ({
    model_id: id,
    display_name: id.toUpperCase(),
    icon_text: '',
    size_label: '',
    description_items: [],
    is_new: false,
    is_pro: false,
    is_beta: false,
    is_default: false,
    supports_images: false,
    order: 1,
    ...changes,
  });
  const vendorModel = {
    vendor: 'openai',
    model_id: 'a',
    display_name: 'A',
    is_available: true,
    config: { context_length: 8000, cost_per_1k_input: 0.0025 },
  };
  async function openModels(path = '/admin/api-models', offered = ['a']) {
    const service = startFakeConsole();
    let models = [model('a', { is_default: true }), model('b'), model('c')];
    service.on('models/list', () => ({
      models,
      vendor_models: offered.map((model_id) => ({ ...vendorModel, model_id })),
    }));
    service.answer('GET /rest/v1/system_settings', {
      body: [{ setting_key: 'starter_models', setting_value: '1' }],
    });
    service.on('models/order', ({ model_ids }: { model_ids: string[] }) => {
      models = model_ids.map((id) => models.find(({ model_id }) => model_id === id)!);
      return { models };
    });
    service.on('models/save', () => ({ models }));
    service.on('models/save-vendor-model', () => ({ vendor_models: [vendorModel] }));
    service.on('vendors/list', {
      vendors: [vendorRow('openai', { is_active: true }), vendorRow('hub', { has_key: true })],
    });
    const app = renderConsole(<ModelsPage />, path);
    await screen.findByLabelText('Edit: C');
    return { service, ...app };
  }
  const order = () => screen.getAllByLabelText(/^Edit: [ABC]$/).map((button) => button.ariaLabel?.at(-1));

  it('of a provider that the URL names are in view', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    await openModels('/admin/api-models?provider=hub');
    expect(await screen.findByLabelText('Provider')).toHaveValue('hub');
    const section = screen.getByRole('region', { name: 'Models by provider' });
    await waitFor(() => expect(scroll.mock.contexts).toContain(section));
    scroll.mockRestore();
  });

  it('show which plans get them, and how many', async () => {
    await openModels('/admin/api-models', ['a', 'b']);
    const rowOf = (name: string) => screen.getAllByLabelText(`Edit: ${name}`)[0]!.closest('li')!;
    await waitFor(() => expect(rowOf('B')).toHaveTextContent('Professional only'));
    expect(rowOf('A')).toHaveTextContent('Guest, Starter, Professional');
    expect(rowOf('C')).toHaveTextContent('Not offered by Openai');
    expect(
      screen.getByText(/Starter and guests get 1 of these models.* Professional gets 2\./),
    ).toBeVisible();
    expect(screen.getByText('Change the number')).toHaveAttribute('href', '/admin/settings');
  });

  it("say that users choose from the active provider's list, if it offers none of them", async () => {
    await openModels('/admin/api-models', ['x', 'y']);
    expect(await screen.findByText(/Openai offers none of these models/)).toHaveTextContent(
      'Starter and guests get 0, Professional 2.',
    );
    const plans = screen.getAllByText(/^(?:Guest, Starter, Professional|Professional only)$/);
    expect(plans.map(({ textContent }) => textContent)).toEqual(['Professional only', 'Professional only']);
  });

  it('have no marks if the active provider has no list', async () => {
    await openModels('/admin/api-models', []);
    expect(
      await screen.findByText(
        /No models of Openai are listed below: Starter and guests get its default model/,
      ),
    ).toBeVisible();
    expect(screen.queryByText('Not offered by Openai')).toBeNull();
  });

  it('are moved with buttons, and moved back when the service refuses [ADMIN-013, ADMIN-028]', async () => {
    const { user, service } = await openModels();
    await user.click(screen.getByLabelText('Move C up'));
    await waitFor(() => expect(service.bodiesOf('models/order')).toEqual([{ model_ids: ['a', 'c', 'b'] }]));
    expect(screen.getByText('C is now number 2 in the list')).toBeInTheDocument();
    service.refuse('models/order', 'conflict', 'The list has changed.');
    await user.click(screen.getByLabelText('Move C up'));
    expect(await screen.findByText('The list has changed.')).toBeInTheDocument();
    await waitFor(() => expect(order().slice(0, 3)).toEqual(['A', 'C', 'B']));
  });

  it('are edited with flags; the default can only be moved to another model [ADMIN-028]', async () => {
    const { user, service } = await openModels();
    await user.click(screen.getAllByLabelText('Edit: A')[0]!);
    expect(await screen.findByLabelText('Default')).toBeDisabled();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Edit: B'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText('Default'));
    await user.click(dialog.getByLabelText('Pro'));
    fireEvent.change(dialog.getByLabelText('Description'), { target: { value: ' fast \n\n small ' } });
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(service.bodiesOf('models/save')).toHaveLength(1));
    expect(service.bodiesOf('models/save')[0]).toMatchObject({
      model_id: 'b',
      is_default: true,
      is_pro: true,
      description_items: ['fast', 'small'],
    });
  });

  it('of a vendor show their price and can be switched off with one click', async () => {
    const { user, service } = await openModels();
    expect(await screen.findByText('$0.0025')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'A is available' }));
    await waitFor(() =>
      expect(service.bodiesOf('models/save-vendor-model')).toEqual([
        { vendor: 'openai', model_id: 'a', display_name: 'A', is_available: false },
      ]),
    );
  });

  it("are added in thousands from the vendor's own list, if they match the search", async () => {
    const { user, service } = await openModels();
    const models = Array.from({ length: 3_000 }, (_, index) => ({
      id: `${index < 1_200 ? 'big' : 'small'}/${index}`,
      displayName: `Model ${index}`,
    }));
    service.on('vendors/list-models', { models });
    service.on('models/save-vendor-models', () => ({ vendor_models: [vendorModel] }));
    await user.click(await screen.findByText("Add from the provider's list"));
    expect(await screen.findByText('Add all 3,000 models')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Search models'), { target: { value: 'big/' } });
    await user.click(await screen.findByText('Add all 1,200 models'));
    expect(await screen.findByText('1,200 models added')).toBeVisible();
    const sent = service.bodiesOf('models/save-vendor-models') as { models: { model_id: string }[] }[];
    expect(sent.map((body) => body.models.length)).toEqual([500, 500, 200]);
    expect(sent[2]?.models.at(-1)?.model_id).toBe('big/1199');
  });

  it('are added by name if the vendor lists none', async () => {
    const { user, service } = await openModels();
    service.on('vendors/list-models', { models: [] });
    await user.click(await screen.findByText('Add by name'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByText('Add model'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Enter a model name.');
    fireEvent.change(dialog.getByLabelText('Identifier'), { target: { value: ' my/model ' } });
    await user.click(dialog.getByText('Add model'));
    await waitFor(() =>
      expect(service.bodiesOf('models/save-vendor-model')).toEqual([
        { vendor: 'openai', model_id: 'my/model', display_name: 'my/model' },
      ]),
    );
  });

  it("are added from the vendor's own list", async () => {
    const { user, service } = await openModels();
    service.on('vendors/list-models', {
      models: [
        { id: 'a', displayName: 'A' },
        { id: 'maker/new', displayName: 'New one', contextLength: 32_000, inputPrice: 0.001 },
      ],
    });
    await user.click(await screen.findByText("Add from the provider's list"));
    await user.click(await screen.findByLabelText('Add maker/new'));
    await waitFor(() =>
      expect(service.bodiesOf('models/save-vendor-model')).toEqual([
        {
          vendor: 'openai',
          model_id: 'maker/new',
          display_name: 'New one',
          config: { context_length: 32_000, cost_per_1k_input: 0.001 },
        },
      ]),
    );
    expect(screen.getByLabelText('Add a')).toBeDisabled();
  });
});
