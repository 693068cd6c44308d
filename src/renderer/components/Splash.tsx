import { Mark } from './Mark.tsx';
import styles from './Splash.module.css';
import { commonTexts } from './texts.ts';

/** Fades in late, so that short waits show nothing. Without `text`, only screen readers announce it. */
export function Splash({ text }: { readonly text?: string }) {
  return (
    <output className={styles.splash}>
      <Mark size={36} className={styles.mark} />
      {text ? (
        <span className={styles.text}>{text}</span>
      ) : (
        <span className="visually-hidden">{commonTexts.loading}</span>
      )}
    </output>
  );
}
