import { Mark } from './Mark.tsx';
import styles from './Splash.module.css';

/** Stands in while a page or the session is being read; it shows itself only when that takes a while. */
export function Splash({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <output className={styles.splash}>
      <Mark size={36} className={styles.mark} />
      <span className="visually-hidden">{label}</span>
    </output>
  );
}
