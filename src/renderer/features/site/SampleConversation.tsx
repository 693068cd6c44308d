import { Mark } from '../../components/Mark.tsx';
import styles from './SampleConversation.module.css';
import { landingTexts } from './texts.ts';

const texts = landingTexts.demo;

/** What a chat looks like, drawn and not played; it says that it is a sample. */
export function SampleConversation() {
  return (
    <figure className={styles.sample}>
      <div className={styles.messages}>
        <p className={styles.question}>{texts.question}</p>
        <div className={styles.reply}>
          <Mark size={22} className={styles.mark} />
          <div className={styles.answer}>
            {texts.answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={styles.model}>{texts.model}</p>
          </div>
        </div>
      </div>
      <p className={styles.input} aria-hidden="true">
        {texts.placeholder}
      </p>
      <figcaption className={styles.note}>{texts.note}</figcaption>
    </figure>
  );
}
