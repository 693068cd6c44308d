import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Splash } from '../components/Splash.tsx';
import { SkipLink } from './SkipLink.tsx';

/** The console brings its own sidebar: neither header nor footer stands around it. */
export function ConsoleShell() {
  return (
    <>
      <SkipLink />
      <ErrorBoundary>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
