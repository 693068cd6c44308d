import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { Card, Cards } from './Card.tsx';
import { powerTexts as texts } from './content/middle-texts.ts';
import styles from './Power.module.css';
import { Section } from './Section.tsx';

/** [SITE-057..062] */
export function Power() {
  return (
    <Section title={texts.title} look="sunken">
      <div className={styles.columns}>
        <ChatMock />
        <div className={styles.cards}>
          <Card title={texts.private.title} text={texts.private.text}>
            <ButtonLink to={paths.features} look="outlined">
              {texts.private.action} <span className="visually-hidden">{texts.private.about}</span>
            </ButtonLink>
          </Card>
          <Card title={texts.uncensored.title} text={texts.uncensored.text}>
            <ButtonLink to={paths.chat} look="outlined">
              {texts.uncensored.action}
            </ButtonLink>
          </Card>
        </div>
      </div>
      <h3 className={styles.create}>{texts.createTitle}</h3>
      <Cards>
        {texts.create.map(({ title, text }) => (
          <Card key={title} title={title} text={text} />
        ))}
      </Cards>
      <div className={styles.action}>
        <ButtonLink to={paths.chat} size="large">
          {texts.action}
        </ButtonLink>
      </div>
    </Section>
  );
}

/** A static mock-up of the chat [SITE-058]. */
function ChatMock() {
  return (
    <figure aria-label={texts.mockLabel} className={styles.mock}>
      <div className={styles.tabs} aria-hidden="true">
        {texts.tabs.map((tab) => (
          <span key={tab}>{tab}</span>
        ))}
      </div>
      <p className={styles.text}>{texts.mockText}</p>
      <p className={styles.placeholder} aria-hidden="true">
        {texts.mockPlaceholder}
      </p>
    </figure>
  );
}
