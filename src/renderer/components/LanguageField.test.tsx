import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chosenLanguage } from '../lib/language.ts';
import { LanguageField } from './LanguageField.tsx';

const { dataset } = document.documentElement;
beforeEach(() => Object.assign(dataset, { browserLanguage: 'fr', language: 'fr' }));
afterEach(() => {
  for (const name of Object.keys(dataset)) delete dataset[name];
});

it('shows the choice on this device, and the language of the browser by its name', () => {
  localStorage.setItem('clover-language', 'ja');
  render(<LanguageField />);
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('ja');
  expect(screen.getByRole('option', { name: 'System (Français)' })).toBeInTheDocument();
  expect(screen.getAllByRole('option')).toHaveLength(9);
});

it('stores a choice, and returns to the language of the browser', async () => {
  render(<LanguageField />);
  const field = screen.getByRole('combobox', { name: 'Language' });
  expect(field).toHaveValue('system');
  await userEvent.selectOptions(field, 'de');
  expect([localStorage.getItem('clover-language'), chosenLanguage()]).toEqual(['de', 'de']);
  await userEvent.selectOptions(field, 'system');
  expect([localStorage.getItem('clover-language'), chosenLanguage()]).toEqual([null, 'fr']);
});
