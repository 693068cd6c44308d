import { Mark } from '../../../components/Mark.tsx';
import styles from './Landing.module.css';
import { chatTexts } from '../texts.ts';

/** The part of the landing screen above the input [CHAT-006..008, CHAT-010]. */
export function Landing() {
  return (
    <div className={styles.landing}>
      <p className={styles.badge}>
        <Mark size={16} />
        {chatTexts.badge}
      </p>
      <h2 className={styles.title}>{chatTexts.landingTitle}</h2>
      <p className={styles.tagline}>{chatTexts.tagline}</p>
    </div>
  );
}
