import { ButtonLink } from '../../../components/Button.tsx';
import { Mark } from '../../../components/Mark.tsx';
import { paths } from '../../../lib/paths.ts';
import { type DemoTab, demo as texts } from './content/middle.ts';
import styles from './LiveDemo.module.css';
import { SampleNote, Section } from './Section.tsx';
import { Tabs } from './Tabs.tsx';

/** Four sample exchanges [SITE-049..053]. */
export function LiveDemo() {
  const tabs = texts.tabs.map((tab: DemoTab) => ({ ...tab, panel: <Exchange {...tab} /> }));
  return (
    <Section id="demo" eyebrow={texts.eyebrow} title={texts.title} look="sunken">
      <Tabs label={texts.tabsLabel} tabs={tabs} />
      <div className={styles.action}>
        <ButtonLink to={paths.chat} size="large">
          {texts.action}
        </ButtonLink>
      </div>
    </Section>
  );
}

function Exchange({ question, answer, isCode }: DemoTab) {
  return (
    <figure className={styles.exchange}>
      <p className={styles.question}>{question}</p>
      <div className={styles.reply}>
        <Mark size={22} className={styles.mark} />
        {isCode ? (
          <pre className={styles.code}>
            <code>{answer.join('\n')}</code>
          </pre>
        ) : (
          <div className={styles.answer}>
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        )}
      </div>
      <figcaption>
        <SampleNote text={texts.note} />
      </figcaption>
    </figure>
  );
}
