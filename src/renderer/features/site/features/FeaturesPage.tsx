import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePage } from '../../../lib/use-page.ts';
import { Card, Cards } from '../landing/Card.tsx';
import { Comparison } from '../landing/Comparison.tsx';
import { Section } from '../landing/Section.tsx';
import styles from './FeaturesPage.module.css';
import { type Feature, featuresTexts as texts } from './texts.ts';

/** [SITE-020, SITE-022, SITE-086..089] */
export function FeaturesPage() {
  const heading = usePage(texts.title);
  return (
    <>
      <header className={styles.hero}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
        <p className={styles.lead}>{texts.lead}</p>
        <div className={styles.actions}>
          <ButtonLink to={paths.chat} size="large">
            {texts.start}
          </ButtonLink>
          <ButtonLink to={paths.pricing} size="large" look="outlined">
            {texts.plans}
          </ButtonLink>
        </div>
      </header>
      <FeatureCards title={texts.cardsTitle} entries={texts.cards} />
      <FeatureCards title={texts.casesTitle} entries={texts.cases} look="sunken" />
      <Comparison />
    </>
  );
}

interface FeatureCardsProps {
  readonly title: string;
  readonly entries: readonly Feature[];
  readonly look?: 'plain' | 'sunken';
}

function FeatureCards({ title, entries, look = 'plain' }: FeatureCardsProps) {
  return (
    <Section title={title} look={look}>
      <Cards>
        {entries.map(({ title: name, text, isComing }) => (
          <Card key={name} title={name} text={text}>
            {isComing && <em className={styles.coming}>{texts.comingSoon}</em>}
          </Card>
        ))}
      </Cards>
    </Section>
  );
}
