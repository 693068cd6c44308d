import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chosenLanguage } from '../lib/language.ts';
import { FooterLanguage } from './FooterLanguage.tsx';

const { dataset } = document.documentElement;
beforeEach(() => void (dataset['language'] = 'en'));
afterEach(() => void delete dataset['language']);

it.each([
  ['ja', 'ja', 'ja'],
  ['en', 'en', null],
])(
  'uses the choice "%s" that was made before the app had loaded, once the page reacts',
  (early, language, stored) => {
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(<FooterLanguage />);
    container.querySelector('select')!.value = early;
    render(<FooterLanguage />, { container, hydrate: true });
    expect(chosenLanguage()).toBe('en');
    act(() => void window.dispatchEvent(new Event('clover:ready')));
    expect([chosenLanguage(), localStorage.getItem('clover-language')]).toEqual([language, stored]);
    expect(screen.getByRole('combobox')).toHaveValue(language);
  },
);

it('keeps the language of the browser where the prerendered page is in English', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<FooterLanguage />);
  dataset['language'] = 'de';
  render(<FooterLanguage />, { container, hydrate: true });
  expect([chosenLanguage(), localStorage.getItem('clover-language')]).toEqual(['de', null]);
  expect(screen.getByRole('combobox')).toHaveValue('de');
});
