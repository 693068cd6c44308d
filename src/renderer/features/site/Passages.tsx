import type { Passage } from './texts.ts';

/** Headed paragraphs, one under the other. */
export function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  return passages.map(({ title, text }) => (
    <section key={title}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  ));
}
