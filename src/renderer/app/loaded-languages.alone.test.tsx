import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showLanguage } from '../lib/language.ts';
import { startFakeLanguages, textOf } from '../testing/fake-languages.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

afterEach(async () => {
  delete document.documentElement.dataset['language'];
  await showLanguage('en');
});

// In a separate file, because it needs code that is not loaded yet.
it('public pages in other languages load no texts of the app, until it is opened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  const requested = startFakeLanguages();
  document.documentElement.dataset['language'] = 'fr';
  await showLanguage('fr');
  renderApp(<AppRoutes />, '/pricing');
  const title = { level: 1, name: textOf('fr', 'site/pricing', 'title') };
  await screen.findByRole('heading', title, { timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([...requested].toSorted()).toEqual(['fr/app', 'fr/components', 'fr/lib', 'fr/site']);
  fireEvent.click(screen.getAllByRole('link', { name: textOf('fr', 'app/header', 'signIn') })[0]!);
  await vi.waitFor(() => expect(requested).toContain('fr/account'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([...requested]).toEqual(expect.arrayContaining(['fr/chat', 'fr/models', 'fr/privacy']));
});
