import styles from './SampleNote.module.css';

/** Says that what stands beside it is made up [SITE-017, SITE-045, SITE-076]. */
export function SampleNote({ text }: { readonly text: string }) {
  return <small className={styles.note}>{text}</small>;
}
