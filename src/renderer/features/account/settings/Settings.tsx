import { IconChevronLeft, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { paths, settingsPath } from '../../../lib/paths.ts';
import { type SessionUser, useSession } from '../../../lib/session.tsx';
import { usePageTitle } from '../../../lib/use-page.ts';
import { useSignOut } from '../../../lib/use-sign-out.ts';
import { Button } from '../../../components/Button.tsx';
import { accountTexts as texts } from '../texts.ts';
import { type SectionId, sectionOfAnchor, sectionOfPath, sectionsFor, sectionTexts } from './sections.ts';
import { type SettingsParts, SectionContent } from './SectionContent.tsx';
import styles from './Settings.module.css';

export interface SettingsProps extends SettingsParts {
  readonly close: {
    readonly label: string;
    readonly onClose: () => void;
  };
}

/** On a phone, the list of sections comes first, and each section links back to it. */
export function Settings(props: SettingsProps) {
  const { user } = useSession();
  const { pathname, hash, state } = useLocation();
  const moved = pathname === paths.account ? sectionOfAnchor(hash) : null;
  if (!user) return null;
  if (moved) return <Navigate to={settingsPath(moved) + hash} state={state as unknown} replace />;
  return <Sections user={user} {...props} />;
}

function Sections({ user, close, ...parts }: SettingsProps & { readonly user: SessionUser }) {
  const { pathname } = useLocation();
  const isOwner = Boolean(parts.erase);
  const sections = sectionsFor({
    isGuest: user.isAnonymous,
    isOwner,
    hasComputer: Boolean(parts.computer),
  });
  const inAddress = sectionOfPath(pathname);
  const chosen = inAddress && sections.includes(inAddress) ? inAddress : null;
  const shown = chosen ?? 'general';
  const { top, title } = useFocus(chosen);
  usePageTitle(chosen ? `${sectionTexts[chosen]} · ${texts.title}` : texts.title);
  return (
    <div className={styles.settings} data-shows={chosen ? 'section' : 'list'}>
      <div className={styles.bar}>
        {chosen && (
          <Link to={paths.account} replace className={styles.back} aria-label={texts.allSections}>
            <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          </Link>
        )}
        <h1 ref={top} tabIndex={-1} data-autofocus className={styles.title}>
          {texts.title}
        </h1>
        <button type="button" className={styles.close} aria-label={close.label} onClick={close.onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div className={styles.side}>
        <nav aria-label={texts.sections}>
          <ul className={styles.sections}>
            {sections.map((id) => (
              <li key={id}>
                <Link
                  to={settingsPath(id)}
                  replace
                  className={styles.section}
                  aria-current={id === shown ? 'page' : undefined}
                >
                  {sectionTexts[id]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Person user={user} isOwner={isOwner} />
      </div>
      <div className={styles.panel} key={shown}>
        <h2 ref={title} tabIndex={-1} className={styles.heading}>
          {sectionTexts[shown]}
        </h2>
        <SectionContent section={shown} user={user} parts={parts} />
      </div>
    </div>
  );
}

function Person({ user, isOwner }: { readonly user: SessionUser; readonly isOwner: boolean }): ReactNode {
  const signOut = useSignOut();
  return (
    <div className={styles.person}>
      <p>
        <span>{isOwner ? texts.owner : user.email}</span>
        <span>{user.plan ? texts.plans[user.plan] : '…'}</span>
      </p>
      {signOut && (
        <Button size="small" look="outlined" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      )}
    </div>
  );
}

/**
 * Focuses the title when the settings open or the list of sections is shown, and a section's heading when
 * that section is selected.
 */
function useFocus(chosen: SectionId | null) {
  const { hash } = useLocation();
  const top = useRef<HTMLHeadingElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const last = useRef<SectionId | null | undefined>(undefined);
  useEffect(() => {
    const isFirst = last.current === undefined;
    if (last.current === chosen) return;
    last.current = chosen;
    const anchor = hash ? document.getElementById(hash.slice(1)) : null;
    if (anchor) anchor.scrollIntoView();
    (isFirst || chosen === null ? top : title).current?.focus({ preventScroll: true });
  }, [chosen, hash]);
  return { top, title };
}
