import { marquee as texts } from './content/top.ts';
import styles from './Marquee.module.css';
import { SampleNote } from './SampleNote.tsx';
import { Section } from './Section.tsx';

/** Eight prompts that pass by, twice over so that the strip has no end [SITE-042..045]. It rests under the pointer. */
export function Marquee() {
  return (
    <Section title={texts.title} look="dark">
      {texts.sample && <SampleNote text={texts.note} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without motion it scrolls, and must do so by keyboard too */}
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
