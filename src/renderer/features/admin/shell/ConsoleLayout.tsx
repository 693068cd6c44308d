import { IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../../components/ErrorBoundary.tsx';
import { Splash } from '../../../components/Splash.tsx';
import { Wordmark } from '../../../components/Wordmark.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { useSidebar } from '../../../lib/use-sidebar.ts';
import { DialogHost } from '../dialog/DialogHost.tsx';
import { adminTexts as texts } from '../texts.ts';
import styles from './ConsoleLayout.module.css';
import { ConsoleSidebar } from './ConsoleSidebar.tsx';

// On a phone, even the collapsed sidebar would be too wide.
const phoneScreen = '(max-width: 480px)';

/**
 * On small viewports the sidebar collapses to icons and expands over the page; on phones it is a drawer
 * [ADMIN-003, ADMIN-006].
 */
export function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const { isNarrow, isOpen, toggle, closeDrawer } = useSidebar('admin_sidebar_state');
  const isPhone = useMedia(phoneScreen);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const openerRef = useRef<HTMLButtonElement>(null);
  const isDrawerOpen = isNarrow && isOpen;
  useEffect(() => {
    if (!isDrawerOpen) return;
    const opener = openerRef.current;
    // The page behind the drawer is inert, so the focus moves into the drawer, and back afterwards.
    toggleRef.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && closeDrawer();
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      opener?.focus();
    };
  }, [isDrawerOpen, closeDrawer]);
  return (
    <div className={styles.console}>
      {isDrawerOpen && <div className={styles.backdrop} onClick={closeDrawer} aria-hidden />}
      <ConsoleSidebar
        isOpen={isOpen}
        isDrawer={isPhone}
        toggleRef={toggleRef}
        onToggle={toggle}
        onNavigate={closeDrawer}
      />
      <div className={styles.page} inert={isDrawerOpen}>
        {isPhone && (
          <header className={styles.bar}>
            <button
              ref={openerRef}
              type="button"
              className={styles.opener}
              aria-expanded={isDrawerOpen}
              aria-label={texts.openMenu}
              onClick={toggle}
            >
              <IconMenu2 size={22} stroke={1.6} aria-hidden />
            </button>
            <Wordmark />
          </header>
        )}
        <main id="main" className={styles.main} tabIndex={-1}>
          <ErrorBoundary resetKey={pathname}>
            <DialogHost>
              <Suspense fallback={<Splash />}>{children}</Suspense>
            </DialogHost>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}
