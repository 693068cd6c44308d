import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../components/Button.tsx';
import { leafPath, leafTurns } from '../../../components/mark-paths.ts';
import { saveFirstMessage } from '../../../lib/first-message.ts';
import { paths } from '../../../lib/paths.ts';
import { ProductPicture } from '../pictures/ProductPicture.tsx';
import { chatPicture } from '../pictures/pictures.ts';
import { hero as texts } from './content/top-texts.ts';
import styles from './Hero.module.css';
import { Particles } from './Particles.tsx';

/** The first section [SITE-035]. */
export function Hero({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> }) {
  return (
    <section className={styles.hero}>
      <Particles count={15} />
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
        <p className={styles.lead}>{texts.lead}</p>
        <div className={styles.actions}>
          <ButtonLink to={paths.chat} size="large">
            {texts.start}
          </ButtonLink>
          <ButtonLink to="#demo" size="large" look="outlined">
            {texts.watch}
          </ButtonLink>
        </div>
        <FirstMessage />
      </div>
      <HeroMark />
      <div className={styles.picture}>
        <ProductPicture {...chatPicture} />
      </div>
    </section>
  );
}

/**
 * Submitting neither navigates nor sends a request. The text becomes the draft of the first chat [SITE-036].
 */
function FirstMessage() {
  const [text, setText] = useState('');
  const [isSaved, setSaved] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What was typed before the app had loaded.
    const typed = input.current?.value ?? '';
    if (typed === '') return;
    saveFirstMessage(typed);
    setText(typed);
  }, []);
  return (
    <>
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          // The state may not have the text that was typed before the app had loaded.
          setSaved(input.current?.value.trim() !== '');
        }}
      >
        <input
          ref={input}
          className={styles.input}
          dir="auto"
          value={text}
          aria-label={texts.inputLabel}
          placeholder={texts.placeholder}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ currentTarget: { value } }) => {
            // Saved without Enter, too, because the visitor may press "Start Chatting".
            saveFirstMessage(value);
            setText(value);
            if (value.trim() === '') setSaved(false);
          }}
        />
        <button type="submit" className={styles.send} aria-label={texts.save}>
          <span aria-hidden="true">↑</span>
        </button>
      </form>
      <output className={styles.saved}>
        {isSaved && (
          <>
            {texts.saved} <Link to={paths.chat}>{texts.openChat}</Link>
          </>
        )}
      </output>
    </>
  );
}

/** The logo, as a decorative drawing. */
function HeroMark() {
  return (
    <svg viewBox="2.3 3.4 27.4 27.4" width="420" height="420" aria-hidden="true" className={styles.mark}>
      {/* The stem comes first, so that the leaves hide its start. */}
      <path d="M16 15 C16.1 20.6 17.2 26 20.2 29.6" className={styles.line} />
      {leafTurns.map((turn) => (
        <g
          key={turn}
          transform={`rotate(${turn} 16 15)`}
          className={turn === 45 ? styles.lucky : styles.leaf}
        >
          <path d={leafPath} className={styles.edge} />
          <path d="M16 12.6 L16 7" className={styles.vein} />
        </g>
      ))}
    </svg>
  );
}
