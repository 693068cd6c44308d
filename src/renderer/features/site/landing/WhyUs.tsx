import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { Card, Cards } from './Card.tsx';
import { whyTexts as texts } from './content/middle-texts.ts';
import { Section } from './Section.tsx';

/** [SITE-054..056] */
export function WhyUs() {
  return (
    <Section eyebrow={texts.eyebrow} title={texts.title}>
      <Cards>
        <Card title={texts.private.title} text={texts.private.text}>
          <ButtonLink to={`${paths.docs}/data-model`} look="outlined">
            {texts.private.action}
          </ButtonLink>
        </Card>
        <Card title={texts.uncensored.title} text={texts.uncensored.text}>
          <ButtonLink to={paths.chat} look="outlined">
            {texts.uncensored.action}
          </ButtonLink>
        </Card>
      </Cards>
    </Section>
  );
}
