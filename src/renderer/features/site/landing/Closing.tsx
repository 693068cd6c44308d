import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { callToAction, closing } from './content/bottom-texts.ts';
import { Particles } from './Particles.tsx';
import { Section } from './Section.tsx';
import styles from './Section.module.css';

/** [SITE-077, SITE-078] */
export function Closing() {
  return (
    <>
      <Section title={callToAction.title}>
        <ButtonLink to={paths.chat} size="large">
          {callToAction.action}
        </ButtonLink>
      </Section>
      <Section title={closing.title} lead={closing.lead} look="sunken">
        <Particles count={6} />
        <div className={styles.actions}>
          <ButtonLink to={paths.chat} size="large">
            {closing.start}
          </ButtonLink>
          <ButtonLink to="#demo" size="large" look="outlined">
            {closing.watch}
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
