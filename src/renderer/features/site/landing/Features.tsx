import { Link } from 'react-router-dom';
import { type Claim, claims, landingClaims } from '../claims.ts';
import { featureTexts as texts } from './content/top-texts.ts';
import styles from './Features.module.css';
import { Particles } from './Particles.tsx';
import { Section } from './Section.tsx';

/** Each claim has a way to check it [SITE-006..011, SITE-015, SITE-037]. */
export function Features() {
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Particles count={12} />
      <ul className={styles.claims}>
        {landingClaims.map(([name, checkPath]) => {
          const { text, detail, isProven, check }: Claim = claims[name];
          return (
            <li key={name} className={styles.claim}>
              <h3 className={styles.title}>
                {text} {!isProven && <em className={styles.soon}>{texts.comingSoon}</em>}
              </h3>
              <p>{detail}</p>
              {checkPath && <Link to={checkPath}>{check}</Link>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
