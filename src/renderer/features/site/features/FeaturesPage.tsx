import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePage } from '../../../lib/use-page.ts';
import { type Claim, claims } from '../claims.ts';
import { Card, Cards } from '../landing/Card.tsx';
import { Comparison } from '../landing/Comparison.tsx';
import { Section } from '../landing/Section.tsx';
import { chatPicture, codePicture, imagesPicture } from '../pictures/pictures.ts';
import { ProductPicture } from '../pictures/ProductPicture.tsx';
import styles from './FeaturesPage.module.css';
import { modelsPicture } from './models-picture.ts';
import { featuresTexts as texts } from './texts.ts';

const pictures = [
  ['models', modelsPicture],
  ['code', codePicture],
  ['images', imagesPicture],
] as const;

interface Feature {
  readonly title: string;
  readonly text: string;
  readonly isComing?: boolean;
}

const featureOf = ({ text, detail, isProven }: Claim): Feature => ({
  title: text,
  text: detail,
  isComing: !isProven,
});

/** [SITE-020, SITE-022, SITE-086..089] */
export function FeaturesPage() {
  const heading = usePage(texts.title);
  const { manyModels, ownChats, personas, inferenceApi, retrieval } = claims;
  const cards = [
    texts.uncensored,
    ...[manyModels, ownChats, personas, inferenceApi, retrieval].map((claim) => featureOf(claim)),
  ];
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
        <div className={styles.window}>
          <ProductPicture {...chatPicture} />
        </div>
      </header>
      <FeatureCards title={texts.cardsTitle} entries={cards} />
      {pictures.map(([id, picture], index) => (
        <Section
          key={id}
          id={id}
          title={texts.pictures[id].title}
          lead={texts.pictures[id].text}
          look={index % 2 === 0 ? 'sunken' : 'plain'}
        >
          <div className={styles.picture}>
            <ProductPicture {...picture} />
          </div>
        </Section>
      ))}
      <FeatureCards title={texts.casesTitle} entries={texts.cases} />
      <Comparison />
    </>
  );
}

interface FeatureCardsProps {
  readonly title: string;
  readonly entries: readonly Feature[];
}

function FeatureCards({ title, entries }: FeatureCardsProps) {
  return (
    <Section title={title}>
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
