import './lib/zod-setup.ts';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { pageToPreload } from './app/pages.ts';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { watchFields } from './lib/reload-safety.ts';
import { followColorScheme } from './lib/color-scheme.ts';
import { expectFirstScreen } from './lib/first-screen.ts';
import { languageOf, showLanguage } from './lib/language.ts';
import { watchStyles } from './lib/load-module.ts';
import { isChatPage } from './lib/paths.ts';
import { followVersion } from './lib/version.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root element.');

followColorScheme();
watchStyles();
watchFields();
followVersion(() => window.location.reload());
const app = (
  <StrictMode>
    <ErrorBoundary look="app">
      <App />
    </ErrorBoundary>
  </StrictMode>
);
/** If an error unmounts the whole page, public/before-paint.js shows a message. */
const options = {
  onUncaughtError: (error: unknown) => {
    reportError(error);
    window.dispatchEvent(new Event('clover:stopped'));
  },
};
const { pathname } = window.location;
const language = languageOf(pathname);
// Public pages are prerendered in English (prerender.tsx). Other content of the root, such as a host's not-found page,
// is replaced. Hydration is a transition, so that scrolling and typing stay responsive.
if (root.dataset['page'] === pathname && language === 'en')
  startTransition(() => void hydrateRoot(root, app, options));
else {
  root.replaceChildren();
  delete root.dataset['page'];
  // The English prerendered content has been removed, so show the page.
  document.documentElement.hidden = false;
  // Wait for the page's code, which the browser loads together with this script. Otherwise React would show a
  // splash first, and keep it for 300 ms.
  const page = pageToPreload(pathname)?.preload();
  if (page && isChatPage(pathname)) expectFirstScreen(page);
  const timeout = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  void Promise.all([
    Promise.race([page, timeout(500)]),
    // Otherwise the English page would flash.
    language === 'en' || Promise.race([showLanguage(language), timeout(5000)]),
  ]).then(() => createRoot(root, options).render(app));
}
