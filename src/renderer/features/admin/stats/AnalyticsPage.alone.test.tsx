import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { AnalyticsPage } from './AnalyticsPage.tsx';

// jsdom has no layout for charts; the tables below them have the same values.
vi.mock('../charts/Chart.tsx', () => ({ Chart: () => <p>chart</p> }));

it('groups a long range by week, with zero for weeks without usage', async () => {
  const sums = { requests: 10, failures: 2, prompt_tokens: 100, completion_tokens: 50, cost: 0.25 };
  const row = { key: '2026-11-20', label: '2026-11-20', ...sums, estimated_requests: 3 };
  startFakeConsole().on('stats/analytics', { rows: [row], totals: row });
  renderConsole(<AnalyticsPage />, '/admin/analytics?range=custom&from=2026-08-03&to=2026-11-22');
  expect(await screen.findByText('Replies by week')).toBeVisible();
  const weeks = within(screen.getByRole('table', { name: 'Usage by week' })).getAllByRole('row');
  expect(weeks).toHaveLength(1 + 16);
  expect(weeks[1]).toHaveTextContent(/^Nov 16 – 2210210050/);
  expect(weeks[2]).toHaveTextContent(/^Nov 9 – 150+\$0\.00$/);
});
