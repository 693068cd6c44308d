import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Questions } from '../components/Questions.tsx';
import { Toasts } from '../components/Toasts.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { platform } from '../platform/index.ts';
import { AppRoutes } from './AppRoutes.tsx';

// Apart: a browser has nothing around its page.
const FollowShell = lazy(async () => ({ default: (await import('./FollowShell.tsx')).FollowShell }));

/** The whole app, at the address of its window. */
export function App() {
  return (
    <BrowserRouter>
      <AppContent />
    </BrowserRouter>
  );
}

/** Everything below the router: the session around the pages, the toasts beside them, so that a broken page can still speak. */
export function AppContent() {
  return (
    <>
      <SessionProvider>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
      </SessionProvider>
      {platform.shell && (
        <Suspense>
          <FollowShell shell={platform.shell} />
        </Suspense>
      )}
      <Toasts />
      <Questions />
    </>
  );
}
