import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { lazyComponent } from '../components/lazy-component.tsx';
import { NewVersion } from '../components/NewVersion.tsx';
import { Questions } from '../components/Questions.tsx';
import { Toasts } from '../components/Toasts.tsx';
import { paths } from '../lib/paths.ts';
import { SessionProvider } from '../lib/session.tsx';
import { platform } from '../platform/index.ts';
import { AppRoutes } from './AppRoutes.tsx';

// Apart: a browser has nothing around its page.
const FollowShell = lazyComponent(async () => (await import('./FollowShell.tsx')).FollowShell, {
  look: 'nothing',
});

const QuickAsk = lazyComponent(async () => (await import('../features/desktop/QuickAsk.tsx')).QuickAsk, {
  look: 'page',
});

/** The whole app, at the address of its window. */
export function App() {
  // The small window asks nothing of the service: it needs neither session nor routes.
  if (platform.shell && window.location.pathname === paths.quickAsk)
    return <QuickAsk shell={platform.shell} />;
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
      {platform.shell && <FollowShell shell={platform.shell} />}
      <Toasts />
      <NewVersion />
      <Questions />
    </>
  );
}
