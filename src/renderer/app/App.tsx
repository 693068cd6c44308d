import { lazy, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Questions } from '../components/Questions.tsx';
import { Toasts } from '../components/Toasts.tsx';
import { paths } from '../lib/paths.ts';
import { SessionProvider } from '../lib/session.tsx';
import { platform } from '../platform/index.ts';
import { AppRoutes } from './AppRoutes.tsx';

// Apart: a browser has nothing around its page.
const FollowShell = lazy(async () => ({ default: (await import('./FollowShell.tsx')).FollowShell }));

const QuickAsk = lazy(async () => ({ default: (await import('../features/desktop/QuickAsk.tsx')).QuickAsk }));

/** The whole app, at the address of its window. */
export function App() {
  // The small window asks nothing of the service: it needs neither session nor routes.
  if (platform.shell && window.location.pathname === paths.quickAsk)
    return (
      <ErrorBoundary>
        <Suspense>
          <QuickAsk shell={platform.shell} />
        </Suspense>
      </ErrorBoundary>
    );
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
