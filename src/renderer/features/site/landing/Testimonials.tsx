import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { readingDirection } from '../../../lib/reading-direction.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { figures, type Testimonial, testimonials as texts } from './content/bottom-texts.ts';
import { SampleNote, Section } from './Section.tsx';
import styles from './Testimonials.module.css';

/** Returns 1 on phones, 2 on small viewports and 3 on large ones [SITE-074]. */
function useVisibleCount(): number {
  const isSmall = useMedia('(width >= 640px)');
  const isLarge = useMedia('(width >= 1024px)');
  return isLarge ? 3 : isSmall ? 2 : 1;
}

/**
 * Sample figures [SITE-012..014, SITE-017], and six sample quotes in a loop, moved by buttons and arrow keys
 * [SITE-072, SITE-073].
 */
export function Testimonials() {
  const { entries } = texts;
  const [first, setFirst] = useState(0);
  const visible = useVisibleCount();
  const move = (by: 1 | -1) => setFirst((index) => (index + by + entries.length) % entries.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    move((event.key === 'ArrowRight') === (readingDirection() === 1) ? 1 : -1);
  };
  const shown = Array.from({ length: visible }, (_, index) => entries[(first + index) % entries.length]);
  return (
    <Section title={texts.title} lead={texts.lead} look="sunken">
      <Figures />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys do the same as the buttons */}
      <section aria-roledescription={texts.kind} aria-label={texts.label} onKeyDown={onKeyDown}>
        <ul className={styles.slides} data-visible={visible}>
          {shown.map((entry) => entry && <Slide key={entry.author} {...entry} />)}
        </ul>
        <div className={styles.controls}>
          <Button look="outlined" aria-label={texts.previous} onClick={() => move(-1)}>
            <span aria-hidden="true" className={styles.arrow}>
              ←
            </span>
          </Button>
          <Button look="outlined" aria-label={texts.next} onClick={() => move(1)}>
            <span aria-hidden="true" className={styles.arrow}>
              →
            </span>
          </Button>
          <output className={styles.position} aria-live="polite">
            {texts.position({ first: first + 1, total: entries.length })}
          </output>
        </div>
      </section>
    </Section>
  );
}

function Figures() {
  return (
    <dl className={styles.figures}>
      {figures.entries.map(({ value, label }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {figures.sample && (
            <dd className={styles.sample}>
              <SampleNote text={texts.note} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Slide({ content, author, role, location, rating, verified, avatar }: Testimonial) {
  return (
    <li className={styles.slide}>
      <p className={styles.stars}>
        <span className="visually-hidden">{texts.stars({ rating })}</span>
        <span aria-hidden="true">
          {'★'.repeat(rating)}
          <i>{'★'.repeat(5 - rating)}</i>
        </span>
      </p>
      <blockquote>{content}</blockquote>
      <footer>
        <span className={styles.avatar} aria-hidden="true">
          {avatar}
        </span>
        <span>{texts.byline({ author, role, location })}</span>
        {!verified && <SampleNote text={texts.note} />}
      </footer>
    </li>
  );
}
