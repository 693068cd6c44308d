import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Splash } from '../components/Splash.tsx';
import { shownLanguage } from '../lib/language.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './layouts.module.css';
import { headerTexts } from './texts.ts';

/** Uses plain CSS, so that visitors of public pages don't load Mantine. */
export function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <div className={styles.site}>
      <SkipLink />
      <Header />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Page key={shownLanguage()} resetKey={pathname} />
      </main>
      <Footer />
    </div>
  );
}

/**
 * A new language remounts the pages of this layout and of `SiteLayout`, because they may have stored texts of the
 * previous one. The footer and the settings are not remounted, because the language is chosen there.
 */
export function ChatLayout() {
  return (
    <div className={styles.chat}>
      <SkipLink to="#conversation" />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Page key={shownLanguage()} />
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

/** Lets keyboard users skip the header or the sidebar at the first tab stop. */
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
