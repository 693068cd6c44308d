import { useEffect, useState } from 'react';
import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { exampleTexts as texts } from './content/top-texts.ts';
import styles from './Examples.module.css';
import { Section } from './Section.tsx';

/** Milliseconds for which each prompt is highlighted [SITE-040]. */
const highlightDuration = 3_000;

/** Highlights five prompts in turn [SITE-038..041]. */
export function Examples() {
  const [lit, setLit] = useState(0);
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (isStill) return;
    const timer = setInterval(() => setLit((index) => (index + 1) % texts.prompts.length), highlightDuration);
    return () => clearInterval(timer);
  }, [isStill]);
  return (
    <Section title={texts.title} lead={texts.lead} look="sunken">
      <ol className={styles.prompts}>
        {texts.prompts.map((prompt, index) => (
          <li key={prompt} className={styles.prompt} data-lit={index === lit || undefined}>
            {prompt}
          </li>
        ))}
      </ol>
      <ButtonLink to={paths.chat} size="large">
        {texts.action}
      </ButtonLink>
    </Section>
  );
}
