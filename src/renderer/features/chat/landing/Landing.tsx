import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { Mark } from '../../../components/Mark.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { activeVendor, isDemo, vendorQueries } from '../../../lib/vendors.ts';
import styles from './Landing.module.css';
import { chatTexts } from '../texts.ts';
import { welcomeTexts as texts } from './texts.ts';

/** Shown above the input of a new chat [CHAT-006..008, CHAT-010]. */
export function Landing() {
  return (
    <div className={styles.landing}>
      <p className={styles.badge}>
        <Mark size={16} />
        {chatTexts.badge}
      </p>
      <h2 className={styles.title}>{chatTexts.landingTitle}</h2>
      <p className={styles.tagline}>{chatTexts.tagline}</p>
      <DemoLine />
    </div>
  );
}

/** Shown while the built-in demo replies, because its replies come from no model. */
function DemoLine() {
  const { user } = useSession();
  const { data: vendors = [] } = useQuery(vendorQueries.all());
  const vendor = activeVendor(vendors);
  if (!vendor || !isDemo(vendor)) return null;
  return (
    <p className={styles.demo}>
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      <span>
        {texts.demo}{' '}
        {user?.isAdmin ? <Link to={paths.adminVendors}>{texts.connect}</Link> : texts.contactAdmin}
      </span>
    </p>
  );
}
