import { cutGraphemes } from '../../../shared/domain/graphemes.ts';
import type { PersonaColor } from '../../../shared/personas/persona.ts';
import styles from './PersonaBadge.module.css';

/** Shows the first letter of a persona's name on its color. */
export function PersonaBadge({ name, color }: { readonly name: string; readonly color: PersonaColor }) {
  return (
    <span className={styles.badge} data-color={color} aria-hidden>
      {cutGraphemes(name.trim(), 1).text.toUpperCase() || '?'}
    </span>
  );
}
