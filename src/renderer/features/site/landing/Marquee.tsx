import { marquee as texts } from './content/top.ts';
import styles from './Marquee.module.css';
import { SampleNote } from './SampleNote.tsx';
import { Section } from './Section.tsx';

/** Eight prompts that pass by, twice over so that the strip has no end [SITE-042..045]. It rests under the pointer. */
export function Marquee() {
  return (
    <Section title={texts.title} look="dark">
      {texts.sample && <SampleNote text={texts.note} />}
      <div className={styles.window}>
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
      </div>
      <p className={styles.end}>{texts.end}</p>
    </Section>
  );
}
