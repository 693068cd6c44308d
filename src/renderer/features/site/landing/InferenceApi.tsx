import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { inferenceApiTexts as texts } from './content/middle-texts.ts';
import styles from './InferenceApi.module.css';
import { Particles } from './Particles.tsx';
import { Section } from './Section.tsx';

const cellCount = 16;

/** [SITE-063..065] */
export function InferenceApi() {
  return (
    <Section id="api" title={texts.title}>
      <Particles count={8} />
      <div className={styles.columns}>
        <div className={styles.words}>
          <p>{texts.text}</p>
          <ButtonLink to={paths.apiDocs} size="large" look="outlined">
            {texts.action}
          </ButtonLink>
        </div>
        <div className={styles.grid} aria-hidden="true" data-testid="grid">
          {Array.from({ length: cellCount }, (_, cell) => (
            <i key={cell} />
          ))}
        </div>
      </div>
    </Section>
  );
}
