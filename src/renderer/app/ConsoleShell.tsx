import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Splash } from '../components/Splash.tsx';
import { SkipLink } from './SkipLink.tsx';

/** The layout of the console, which has its own sidebar instead of header and footer. */
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
