import { ButtonLink } from '../../../components/Button.tsx';
import { connectableModels } from './content/bottom-texts.ts';
import { stepTexts as texts } from './content/top-texts.ts';
import styles from './HowItWorks.module.css';
import { Section } from './Section.tsx';

/** [SITE-018, SITE-046..048] */
export function HowItWorks() {
  return (
    <Section title={texts.title}>
      <ol className={styles.steps}>
        {texts.entries.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.models}>{connectableModels.text}</p>
      <ButtonLink to="#demo" size="large" look="outlined">
        {texts.watch}
      </ButtonLink>
    </Section>
  );
}
