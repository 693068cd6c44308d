import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { lazyComponent } from '../components/lazy-component.tsx';
import { Questions } from '../components/Questions.tsx';
import { Toasts } from '../components/Toasts.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { platform } from '../platform/index.ts';
import { AppRoutes } from './AppRoutes.tsx';

// Lazy, because only the desktop app needs it.
const FollowShell = lazyComponent(async () => (await import('./FollowShell.tsx')).FollowShell, {
  look: 'nothing',
});

export function App() {
  return (
    // useShownLocation decides which navigations are transitions.
    <BrowserRouter useTransitions={false}>
      <AppContent />
    </BrowserRouter>
  );
}

/** Toasts are outside the error boundary, so that a broken page can still show one. */
export function AppContent() {
  const { shell } = platform;
  const content = (
    <ErrorBoundary>
      <AppRoutes />
    </ErrorBoundary>
  );
  return (
    <>
      {/* During the first start, FollowShell shows the content, and opens the session once it is needed. */}
      {!shell?.firstStart && <SessionProvider>{content}</SessionProvider>}
      {shell && <FollowShell shell={shell}>{content}</FollowShell>}
      <Toasts />
      <Questions />
    </>
  );
}
