import { sections, type SectionId } from './section-texts.ts';
import styles from './SectionNav.module.css';
import { accountTexts as texts } from './texts.ts';

/** The way to each section; where there is no room beside them, they follow each other without it. */
export function SectionNav({ shown }: { readonly shown: readonly SectionId[] }) {
  return (
    <nav className={styles.nav} aria-label={texts.sections}>
      <ul>
        {shown.map((id) => (
          <li key={id}>
            <a href={`#${id}`}>{sections[id]}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
