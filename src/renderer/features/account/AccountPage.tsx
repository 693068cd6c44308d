import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import type { SettingsParts } from './settings/SectionContent.tsx';
import { Settings } from './settings/Settings.tsx';
import styles from './settings/Settings.module.css';
import { accountTexts as texts } from './texts.ts';

/** Shows the settings as a page if their URL was opened directly. */
export function AccountPage(parts: SettingsParts) {
  const navigate = useNavigate();
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Settings {...parts} close={{ label: texts.toChat, onClose: () => void navigate(paths.chat) }} />
    </main>
  );
}
