import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMessageCircle,
  IconX,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { cutGraphemes } from '../../../../shared/domain/graphemes.ts';
import { Mark } from '../../../components/Mark.tsx';
import { Wordmark } from '../../../components/Wordmark.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import { consolePages, pageUrl } from '../pages.ts';
import { adminTexts as texts, pageTitles } from '../texts.ts';
import styles from './ConsoleSidebar.module.css';

interface ConsoleSidebarProps {
  readonly isOpen: boolean;
  readonly isDrawer: boolean;
  readonly toggleRef: RefObject<HTMLButtonElement | null>;
  readonly onToggle: () => void;
  readonly onNavigate: () => void;
}

export function ConsoleSidebar({ isOpen, isDrawer, toggleRef, onToggle, onNavigate }: ConsoleSidebarProps) {
  const { user } = useSession();
  const signOut = useSignOut();
  const toggleText = isDrawer ? texts.closeMenu : isOpen ? texts.collapse : texts.expand;
  const ToggleIcon = isDrawer ? IconX : isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  // The collapsed sidebar shows names as tooltips; screen readers still announce them.
  const tooltip = (text: string) => (isOpen ? undefined : text);
  const labelClass = isOpen || isDrawer ? styles.label : 'visually-hidden';
  return (
    <aside className={styles.sidebar} data-open={isOpen} data-drawer={isDrawer || undefined}>
      <div className={styles.head}>
        {isOpen ? <Wordmark /> : <Mark size={24} className={styles.mark} />}
        <button
          ref={toggleRef}
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={toggleText}
          title={toggleText}
          onClick={onToggle}
        >
          <ToggleIcon size={20} stroke={1.6} aria-hidden />
        </button>
      </div>
      <nav className={styles.pages} aria-label={texts.navigation}>
        <ul>
          {consolePages.map(({ path, Icon }) => (
            <li key={path}>
              <NavLink
                to={pageUrl(path)}
                end={path === ''}
                className={styles.item ?? ''}
                title={tooltip(pageTitles[path])}
                onClick={onNavigate}
              >
                <Icon size={20} stroke={1.6} aria-hidden />
                <span className={labelClass}>{pageTitles[path]}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <p className={styles.account} title={tooltip(user?.name ?? '')}>
          <span className={styles.initial} aria-hidden>
            {cutGraphemes(user?.name ?? '', 1).text.toUpperCase()}
          </span>
          <span className={labelClass}>
            <span className={styles.name}>{user?.name}</span>
            <span className={styles.role}>{texts.role}</span>
          </span>
        </p>
        <Link to={paths.chat} className={styles.item} title={tooltip(texts.backToChat)}>
          <IconMessageCircle size={20} stroke={1.6} aria-hidden />
          <span className={labelClass}>{texts.backToChat}</span>
        </Link>
        {signOut && (
          <button
            type="button"
            className={styles.item}
            title={tooltip(texts.signOut)}
            onClick={() => void signOut()}
          >
            <IconLogout size={20} stroke={1.6} aria-hidden />
            <span className={labelClass}>{texts.signOut}</span>
          </button>
        )}
      </div>
    </aside>
  );
}
