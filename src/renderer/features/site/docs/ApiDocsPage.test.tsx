import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { testConfig } from '../../../platform/test.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ApiDocsPage } from './ApiDocsPage.tsx';

const samples = () => screen.getAllByRole('figure').map((figure) => figure.textContent);

it('the API documentation shows the URL of the running service in every sample, without a session', async () => {
  const service = startFakeService();
  renderApp(<ApiDocsPage />, '/docs/api');
  const baseUrl = `${testConfig.supabaseUrl}/functions/v1`;
  await waitFor(() => expect(samples()[0]).toContain(baseUrl));
  const calls = samples().filter((sample) => /curl|openai/.test(sample ?? ''));
  expect(calls).toHaveLength(5);
  for (const call of calls) expect(call).toContain(baseUrl);
  expect(calls.join()).not.toContain('your-service.example');
  expect(service.requests.filter(({ path }) => path !== '/config.json')).toEqual([]);
});

it('a sample of the API documentation is copied unchanged', async () => {
  startFakeService();
  const { user } = renderApp(<ApiDocsPage />, '/docs/api');
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const python = screen.getByRole('figure', { name: 'Python' });
  await user.click(within(python).getByRole('button', { name: 'Copy' }));
  expect(copied).toHaveBeenCalledWith(python.querySelector('code')?.textContent);
  expect(await screen.findByText('Copied!')).toBeVisible();
});

it('the table of contents links to every part of the API documentation', () => {
  startFakeService();
  renderApp(<ApiDocsPage />, '/docs/api');
  const menu = screen.getByRole('navigation', { name: 'Documentation', hidden: true });
  const links = [...menu.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')];
  expect(links).toHaveLength(9);
  for (const link of links)
    expect(document.querySelector(new URL(link.href).hash)).toHaveTextContent(link.textContent!);
});
