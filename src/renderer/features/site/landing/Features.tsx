import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { landingClaims } from '../claims.ts';
import { features as texts, figures } from './content/top.ts';
import styles from './Features.module.css';
import { Particles } from './Particles.tsx';
import { SampleNote, Section } from './Section.tsx';

/** The claims with their details, and the sample figures [SITE-006..017, SITE-037]. */
export function Features() {
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Particles count={12} />
      <ul className={styles.claims}>
        {landingClaims.map(({ text, detail, isProven }) => (
          <li key={text} className={styles.claim}>
            <h3 className={styles.title}>
              {text} {!isProven && <em className={styles.soon}>{texts.comingSoon}</em>}
            </h3>
            <p>{detail}</p>
          </li>
        ))}
        <li className={styles.claim}>
          <Link to={`${paths.privacy}#leaves`}>{texts.more}</Link>
        </li>
      </ul>
      <dl className={styles.figures}>
        {figures.entries.map(({ value, label }) => (
          <div key={label} className={styles.figure} data-figures>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {figures.sample && (
              <dd className={styles.sample}>
                <SampleNote text={figures.note} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Section>
  );
}
