import styles from './Questions.module.css';
import { questions } from './texts.ts';

/** The FAQ [PRICE-008]. Native disclosure: it opens without JavaScript, and the browser's search finds what is closed. */
export function Questions() {
  return (
    <section>
      <h2 className={styles.title}>{questions.title}</h2>
      <div className={styles.list}>
        {questions.entries.map(({ question, answer }) => (
          <details key={question} className={styles.entry}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
