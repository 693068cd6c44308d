import type { ReactNode } from 'react';
import styles from './Card.module.css';

export interface CardProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function Card({ title, text, children }: CardProps) {
  return (
    <article className={styles.card}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {children}
    </article>
  );
}

export function Cards({ children }: { readonly children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}
