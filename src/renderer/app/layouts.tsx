import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Splash } from '../components/Splash.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './layouts.module.css';
import { headerTexts } from './texts.ts';

/** Plain CSS, so that visitors of public pages don't load Mantine. */
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

export function ChatLayout() {
  return (
    <div className={styles.chat}>
      <SkipLink to="#conversation" />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Page />
      </main>
    </div>
  );
}

export function ConsoleLayout() {
  return (
    <>
      <SkipLink />
      <Page />
    </>
  );
}

/** The first tab stop, so that the keyboard can skip the header or the sidebar. */
function SkipLink({ to = '#main' }) {
  return (
    <a href={to} className={styles.skip}>
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
