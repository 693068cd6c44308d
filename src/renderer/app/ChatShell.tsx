import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Splash } from '../components/Splash.tsx';
import styles from './ChatShell.module.css';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

/** The layout of the chat: it fills the window and scrolls inside itself. */
export function ChatShell() {
  return (
    <div className={styles.shell}>
      <SkipLink />
      <Header isOverApp />
      <main id="main" className={styles.main} tabIndex={-1}>
        <ErrorBoundary>
          <Suspense fallback={<Splash />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
