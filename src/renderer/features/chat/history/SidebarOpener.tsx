import { IconLayoutSidebar } from '@tabler/icons-react';
import type { ChatFrame } from '../ChatPane.tsx';
import { sidebarTexts } from '../texts.ts';
import styles from './HistoryPage.module.css';

interface SidebarOpenerProps {
  readonly frame: ChatFrame;
}

/** The button that opens the drawer on narrow screens. */
export function SidebarOpener({ frame: { onOpenSidebar, openerRef } }: SidebarOpenerProps) {
  if (!onOpenSidebar) return null;
  return (
    <button
      ref={openerRef}
      type="button"
      className={styles.opener}
      aria-label={sidebarTexts.open}
      onClick={onOpenSidebar}
    >
      <IconLayoutSidebar size={20} stroke={1.6} aria-hidden />
    </button>
  );
}
