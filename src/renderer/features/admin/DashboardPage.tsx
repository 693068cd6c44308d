import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import styles from './DashboardPage.module.css';
import { ConsoleScreen } from './shell/ConsoleScreen.tsx';
import { adminTexts as texts } from './texts.ts';

/** The console's start. */
export function DashboardPage() {
  return (
    <ConsoleScreen title={texts.title} lead={texts.dashboardLead}>
      <Link to={`${paths.admin}/api-vendors`} className={styles.way}>
        <strong>{texts.startVendors.title}</strong>
        <span>{texts.startVendors.text}</span>
      </Link>
    </ConsoleScreen>
  );
}
