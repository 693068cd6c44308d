import styles from './Quotes.module.css';
import { quotes } from './texts.ts';

/** Customer quotes [PRICE-009]; each carries its note for as long as they are samples. */
export function Quotes() {
  return (
    <section>
      <h2 className={styles.title}>{quotes.title}</h2>
      <ul className={styles.list}>
        {quotes.entries.map(({ text, author }) => (
          <li key={text}>
            <figure className={styles.quote}>
              <blockquote>{text}</blockquote>
              <figcaption>
                {author}
                {quotes.sample && <small className={styles.note}>{quotes.note}</small>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
