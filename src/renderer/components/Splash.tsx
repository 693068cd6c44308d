import { Mark } from './Mark.tsx';
import styles from './Splash.module.css';

/** Stands in while something is being read. It fades in late, so that a short wait shows nothing; a text is seen, otherwise only heard. */
export function Splash({ text }: { readonly text?: string }) {
  return (
    <output className={styles.splash}>
      <Mark size={36} className={styles.mark} />
      {text ? <span className={styles.text}>{text}</span> : <span className="visually-hidden">Loading</span>}
    </output>
  );
}
