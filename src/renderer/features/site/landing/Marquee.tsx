import { marqueeTexts as texts } from './content/top-texts.ts';
import styles from './Marquee.module.css';
import { SampleNote, Section } from './Section.tsx';

/**
 * Shows eight moving prompts twice, so that the loop has no gap [SITE-042..045]. The prompts stop under the
 * pointer.
 */
export function Marquee() {
  return (
    <Section title={texts.title} look="dark">
      {texts.sample && <SampleNote text={texts.note} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keyboard users can scroll it without motion */}
      <section className={styles.window} tabIndex={0} aria-label={texts.label}>
        <div className={styles.strip}>
          {[false, true].map((isRepeat) => (
            <ul key={String(isRepeat)} className={styles.prompts} aria-hidden={isRepeat || undefined}>
              {texts.prompts.map((prompt) => (
                <li key={prompt} className={styles.prompt}>
                  {prompt}
                </li>
              ))}
            </ul>
          ))}
        </div>
      </section>
      <p className={styles.end}>{texts.end}</p>
    </Section>
  );
}
