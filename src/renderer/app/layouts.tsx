import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Splash } from '../components/Splash.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './layouts.module.css';
import { headerTexts } from './texts.ts';

/** All pages except chat and console. Plain CSS, because visitors should not load Mantine. */
export function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <div className={styles.site}>
      <SkipLink />
      <Header />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Page resetKey={pathname} />
      </main>
      <Footer />
    </div>
  );
}

/** The chat fills the window and scrolls inside itself. */
export function ChatLayout() {
  return (
    <div className={styles.chat}>
      <SkipLink />
      <Header isOverApp />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Page />
      </main>
    </div>
  );
}

/** The console has its own sidebar instead of header and footer. */
export function ConsoleLayout() {
  return (
    <>
      <SkipLink />
      <Page />
    </>
  );
}

/** The first tab stop: skips the header. */
function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      {headerTexts.skip}
    </a>
  );
}

function Page(props: { readonly resetKey?: string }) {
  return (
    <ErrorBoundary {...props}>
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
