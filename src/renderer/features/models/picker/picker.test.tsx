import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { startFakeService } from '../../../testing/fake-service.ts';
import { useCommands } from '../../../lib/commands.ts';
import { useSession } from '../../../lib/session.tsx';
import { setListHeight } from '../../../testing/lists.ts';
import { UiProvider } from '../../../theme/UiProvider.tsx';
import { plainEntry } from '../model.ts';
import { ModelPicker } from '../ModelPicker.tsx';
import type { ModelSelection } from '../use-model-selection.ts';

const select = vi.fn<ModelSelection['select']>().mockResolvedValue();
const section = {
  vendorName: null,
  title: 'Hub',
  kind: 'active' as const,
  target: null,
  models: Array.from({ length: 3_000 }, (_, index) => plainEntry(`model-${index}`)),
  locked: new Set<string>(),
  service: null,
};
const selection = {
  sections: [section],
  section,
  entry: section.models[0]!,
  isLoading: false,
  isChanging: false,
  select,
} as Partial<ModelSelection> as ModelSelection;

const Screen = () => useSession().user && <ModelPicker selection={selection} onOpenKeys={() => {}} />;

const compare = vi.fn<() => void>();
const Compare = () => {
  useCommands(() => [{ id: 'compare', group: 'models', label: 'Compare models…', run: compare }]);
  return null;
};

async function open({ canCompare = false } = {}) {
  startFakeService();
  storeSession();
  setListHeight();
  select.mockClear();
  const { user } = renderApp(
    <UiProvider>
      <Screen />
      {canCompare && <Compare />}
    </UiProvider>,
  );
  await user.click(await screen.findByRole('button', { name: /Choose another model/ }));
  return { user, field: await screen.findByRole('combobox', { name: 'Search models' }) };
}
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

it('3,000 models render only a few rows, each with its position', async () => {
  const { field } = await open();
  expect(field).toHaveFocus();
  expect(active(field)).toMatch(/^Model 0 No details available.*In use/);
  expect(screen.getAllByRole('option').length).toBeLessThan(40);
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '3000');
});

it('the arrow keys, Home and End select, typing filters, and Enter chooses', async () => {
  const { user, field } = await open();
  await user.keyboard('{End}');
  expect(active(field)).toMatch(/^Model 2999 /);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active(field)).toMatch(/^Model 1 /);
  await user.keyboard('{Home}{ArrowUp}');
  expect(active(field)).toMatch(/^Model 2999 /);
  await user.keyboard('1234');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(select).toHaveBeenCalledExactlyOnceWith('model-1234', section);
  await waitFor(() => expect(field).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: /Choose another model/ })).toHaveFocus());
});

it('shows that no model matches, and Escape closes it', async () => {
  const { user, field } = await open();
  await user.keyboard('zzz{Enter}');
  expect(screen.getByText('No matching models')).toBeVisible();
  expect(select).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field).not.toBeInTheDocument());
});

it('a favorite comes first the next time, on this device', async () => {
  const before = await open();
  await before.user.keyboard('77{Control>}d{/Control}{Escape}');
  await before.user.click(screen.getByRole('button', { name: /Choose another model/ }));
  expect(screen.getAllByRole('option')[0]).toHaveAccessibleName(/^Model 77 .*Favorite/);
  expect(screen.getByText('Favorites on this device')).toBeVisible();
});

it('offers to compare models in a chat that supports it, and closes then', async () => {
  const { user } = await open({ canCompare: true });
  await user.click(screen.getByRole('button', { name: 'Compare models…' }));
  expect(compare).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search models' })).toBeNull());
});

it('offers no comparison elsewhere', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Compare models…' })).toBeNull();
});
