import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showLanguage } from '../lib/language.ts';
import { startFakeLanguages, textOf } from '../testing/fake-languages.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

const page = document.documentElement;
beforeEach(() => void startFakeLanguages());
afterEach(async () => {
  delete page.dataset['language'];
  await showLanguage('en');
});

/** Opens a page in a language, and waits until it is shown. */
async function openPage(language: string, path: string, heading: readonly [catalog: string, id: string]) {
  page.dataset['language'] = language;
  await showLanguage(language);
  const view = renderApp(<AppRoutes />, path);
  await screen.findByRole('heading', { level: 1, name: textOf(language, ...heading) }, { timeout: 10_000 });
  return view;
}

describe('public pages in other languages', () => {
  it.each([
    ['/', 'site/hero', 'title'],
    ['/features', 'site/features', 'title'],
    ['/pricing', 'site/pricing', 'title'],
    ['/privacy', 'privacy/page', 'title'],
    ['/no/such/page', 'site/notFound', 'title'],
  ])('show %s in German, with no English sentence', async (path, catalog, id) => {
    const { container } = await openPage('de', path, [catalog, id]);
    await waitFor(() => expect(document.title).toContain(' · Clover'));
    const text = container.textContent;
    expect(text.length).toBeGreaterThan(200);
    // Technical names, such as the fields of requests, are the same in all languages.
    for (const element of container.querySelectorAll('code, var')) element.remove();
    expect(container.textContent).not.toMatch(/\b(?:the|your|and|with|that|is)\b/i);
  });

  it('show prices and numbers in the format of the language', async () => {
    await openPage('de', '/pricing', ['site/pricing', 'title']);
    const plan = screen.getByRole('heading', { level: 2, name: 'Professional' }).closest('li');
    expect(plan?.textContent).toMatch(/25\s\$ pro Monat/);
    expect(plan).toHaveTextContent('14 Tage Geld-zurück-Garantie');
    fireEvent.click(screen.getByRole('radio', { name: /Jährlich/ }));
    expect(plan?.textContent).toMatch(/250\s\$ pro Jahr/);
    expect(screen.getByText(/innerhalb von 14 Tagen/)).toBeInTheDocument();
  });

  it('move in reading direction with the arrow keys in Arabic', async () => {
    await openPage('ar', '/', ['site/hero', 'title']);
    expect(page).toHaveAttribute('dir', 'rtl');
    const [first, second] = within(
      screen.getByRole('tablist', { name: textOf('ar', 'site/demo', 'tabsLabel') }),
    ).getAllByRole('tab');
    first?.focus();
    fireEvent.keyDown(first!, { key: 'ArrowLeft' });
    expect(second).toHaveFocus();
    fireEvent.keyDown(second!, { key: 'ArrowRight' });
    expect(first).toHaveFocus();
    const quotes = screen.getByRole('region', { name: textOf('ar', 'site/testimonials', 'label') });
    const position = within(quotes).getByRole('status');
    expect(position).toHaveTextContent('1 من 6');
    fireEvent.keyDown(within(quotes).getAllByRole('button')[0]!, { key: 'ArrowLeft' });
    expect(position).toHaveTextContent('2 من 6');
  });

  it('leave the documentation in English', async () => {
    page.dataset['language'] = 'ja';
    renderApp(<AppRoutes />, '/docs');
    expect(await screen.findByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('ja');
  });
});

describe('the language field in the footer', () => {
  it('shows the page in another language, and remembers it on this device', async () => {
    page.dataset['language'] = 'en';
    const { user } = renderApp(<AppRoutes />, '/no/such/page');
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    await user.click(screen.getAllByRole('link', { name: 'Pricing' })[0]!);
    // A page that the user navigates to takes the focus.
    expect(await screen.findByRole('heading', { level: 1, name: 'Two plans' })).toHaveFocus();
    await user.click(screen.getAllByRole('link', { name: 'Pricing' })[0]!);
    const field = screen.getByRole('combobox', { name: 'Language' });
    expect(within(field).getAllByRole('option')).toHaveLength(8);
    await user.selectOptions(field, 'es');
    expect(
      await screen.findByRole('heading', { level: 1, name: textOf('es', 'site/pricing', 'title') }),
    ).toBeVisible();
    expect(localStorage.getItem('clover-language')).toBe('es');
    // The field is not replaced, so it keeps the focus and the page keeps its place.
    expect(screen.getByRole('combobox', { name: textOf('es', 'components/language', 'label') })).toBe(field);
    expect(field).toHaveValue('es');
    expect(field).toHaveFocus();
    expect(screen.getAllByRole('link', { name: textOf('es', 'app/header', 'pricing') })[0]).toBeVisible();
  });
});
