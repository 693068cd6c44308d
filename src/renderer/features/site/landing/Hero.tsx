import type { FormEvent, RefObject } from 'react';
import { ButtonLink } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import { hero as texts } from './content/top.ts';
import styles from './Hero.module.css';
import { HeroMark } from './HeroMark.tsx';
import { Particles } from './Particles.tsx';
import { ProductPicture } from './ProductPicture.tsx';

/** What Clover is, and the two ways in. The input is a picture of one: sending does nothing [SITE-035, SITE-036]. */
export function Hero({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> }) {
  const doNothing = (event: FormEvent) => event.preventDefault();
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
        <form className={styles.composer} onSubmit={doNothing}>
          <input
            className={styles.input}
            aria-label={texts.inputLabel}
            placeholder={texts.placeholder}
            autoComplete="off"
          />
          <button type="submit" className={styles.send} aria-label={texts.send}>
            <span aria-hidden="true">↑</span>
          </button>
        </form>
      </div>
      <HeroMark className={styles.mark} />
      <ProductPicture />
    </section>
  );
}
