import { Link } from 'react-router-dom';
import { brand } from '../../../../shared/brand.ts';
import { paths } from '../../../lib/paths.ts';
import { Section } from '../Section.tsx';
import { aboutTexts as texts } from './texts.ts';
import styles from './Settings.module.css';

const links = [
  ['docs', paths.docs],
  ['privacy', paths.privacy],
  ['api', paths.apiDocs],
  ['plans', paths.pricing],
] as const;

export function AboutSection() {
  return (
    <Section id="about" isAlone>
      <p>
        <strong className={styles.product}>{brand}</strong> {texts.version({ version: __VERSION__ })}
      </p>
      <ul className={styles.links}>
        {links.map(([name, path]) => (
          <li key={name}>
            <Link to={path}>{texts.links[name]}</Link>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{texts.license}</p>
    </Section>
  );
}
