import type { ReactNode } from 'react';
import styles from './Card.module.css';

export interface CardProps {
  readonly title: string;
  readonly text: string;
  /** The way on, where there is one. */
  readonly children?: ReactNode;
}

/** A heading, a sentence or two, and perhaps a way on. */
export function Card({ title, text, children }: CardProps) {
  return (
    <article className={styles.card}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {children}
    </article>
  );
}

/** Cards beside each other as far as there is room. */
export function Cards({ children }: { readonly children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
