import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SelectField } from './SelectField.tsx';

const options = [
  { value: 'all', label: 'All plans' },
  { value: 'starter', label: 'Starter' },
] as const;

it('passes the value of the selected option', async () => {
  const user = userEvent.setup();
  const onChoose = vi.fn<(plan: string) => void>();
  render(<SelectField label="Plan" name="plan" options={options} value="all" onChoose={onChoose} />);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Plan' }), 'Starter');
  expect(onChoose.mock.calls).toEqual([['starter']]);
});

it('refuses an option without a value [UX-008]', () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  const empty = [...options, { value: '', label: 'None' }];
  expect(() =>
    render(<SelectField label="Plan" name="plan" options={empty} value="" onChoose={() => {}} />),
  ).toThrow('An option of this dropdown has no value.');
  silent.mockRestore();
});

const components = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('is used for every dropdown, so that none has an option without a value [UX-008]', () => {
  const drawing = Object.entries(components).filter(
    ([, text]) =>
      /<select\b/.test(text) || /import {[^}]*\b(?:Native)?Select\b[^}]*} from '@mantine/.test(text),
  );
  expect(Object.keys(components).length).toBeGreaterThan(100);
  expect(drawing.map(([path]) => path)).toEqual(['./Select.tsx']);
});
