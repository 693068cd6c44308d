import { useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Wordmark } from '../components/Wordmark.tsx';
import { paths } from '../lib/paths.ts';
import { useScrolledPast } from '../lib/use-scrolled-past.ts';
import styles from './Header.module.css';
import { HeaderAccount } from './HeaderAccount.tsx';
import { HeaderLinks } from './HeaderLinks.tsx';
import { headerTexts as texts } from './texts.ts';

/** Scroll distance (px) at which the header becomes opaque [SITE-033]. */
const solidAfter = 10;

export interface HeaderProps {
  /** Full width and never transparent. */
  readonly isOverApp?: boolean;
}

/** On narrow screens the links fold into a menu [SITE-025, SITE-032]. */
export function Header({ isOverApp = false }: HeaderProps) {
  const isScrolled = useScrolledPast(solidAfter);
  const { key } = useLocation();
  // The history entry at which the menu was opened, so that navigating closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === key;
  const menuId = useId();

  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenedAt(null);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);

  return (
    <header
      className={styles.header}
      data-solid={isOverApp || isScrolled || isOpen || undefined}
      data-over-app={isOverApp || undefined}
    >
      <div className={styles.bar}>
        <Link to={paths.home} className={styles.logo} aria-label={texts.home}>
          <Wordmark />
        </Link>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={menuId}
          aria-label={isOpen ? texts.closeMenu : texts.openMenu}
          onClick={() => setOpenedAt(isOpen ? null : key)}
        >
          <span className={styles.toggleIcon} aria-hidden="true" />
        </button>
        <div id={menuId} className={styles.menu} data-open={isOpen || undefined}>
          <HeaderLinks />
          <HeaderAccount />
        </div>
      </div>
    </header>
  );
}
