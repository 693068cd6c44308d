import { brand } from '../../../shared/brand.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { paths } from '../../lib/paths.ts';
import { usePage } from '../../lib/use-page.ts';
import { HeroMark } from './HeroMark.tsx';
import styles from './LandingPage.module.css';
import { SampleConversation } from './SampleConversation.tsx';
import { landingTexts as texts } from './texts.ts';

/** The first page: what Clover is, what it looks like, and the way in [SITE-021, SITE-035]. */
export function LandingPage() {
  const heading = usePage(brand);
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {texts.title}
          </h1>
          <p className={styles.lead}>{texts.lead}</p>
          <div className={styles.actions}>
            <ButtonLink to={paths.chat} size="large">
              {texts.start}
            </ButtonLink>
            <ButtonLink to="#demo" size="large" look="outlined">
              {texts.watch}
            </ButtonLink>
          </div>
        </div>
        <HeroMark className={styles.mark} />
      </section>

      <section id="demo" className={styles.demo} aria-labelledby="demo-title">
        <h2 id="demo-title" className="visually-hidden">
          {texts.demo.title}
        </h2>
        <SampleConversation />
      </section>

      <ul className={styles.points}>
        {texts.points.map(({ title, text }) => (
          <li key={title} className={styles.point}>
            <h2 className={styles.pointTitle}>{title}</h2>
            <p className={styles.pointText}>{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
