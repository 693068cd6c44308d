import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { Link, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { lazyPage } from '../components/lazy-component.tsx';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { LocationContext, useShownLocation } from './use-shown-location.ts';

const Chat = () => <h1>Chat{useLocation().search}</h1>;

function renderPages(load: () => Promise<() => string>) {
  const Slow = lazyPage(load);
  function Pages() {
    return (
      <>
        <Link to="/chat?id=2">Another chat</Link>
        <Link to="/slow">Another page</Link>
        <LocationContext value={useShownLocation()}>
          <Routes>
            <Route
              element={
                <Suspense fallback="Loading…">
                  <Outlet />
                </Suspense>
              }
            >
              <Route path="/chat" element={<Chat />} />
              <Route path="/slow" element={<Slow />} />
            </Route>
          </Routes>
        </LocationContext>
      </>
    );
  }
  startFakeService();
  return renderApp(<Pages />, '/chat?id=1');
}

it('renders another chat before the next frame', async () => {
  renderPages(() => Promise.resolve(() => 'Slow'));
  // Outside act(), React renders urgent updates right after the event and all others in later tasks.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  screen.getByRole('link', { name: 'Another chat' }).click();
  await Promise.resolve();
  expect(screen.getByRole('heading')).toHaveTextContent('Chat?id=2');
});

it('shows the previous page until the code of the next page is loaded', async () => {
  const code = Promise.withResolvers<() => string>();
  const { user } = renderPages(() => code.promise);
  await user.click(screen.getByRole('link', { name: 'Another page' }));
  expect(screen.getByRole('heading')).toHaveTextContent('Chat?id=1');
  code.resolve(() => 'Slow');
  expect(await screen.findByText('Slow')).toBeVisible();
  expect(screen.queryByRole('heading')).toBeNull();
});
