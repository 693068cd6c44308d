import { Link } from 'react-router-dom';
import { ColorSchemeControl } from '../components/ColorSchemeControl.tsx';
import { Wordmark } from '../components/Wordmark.tsx';
import styles from './Footer.module.css';
import { FooterLanguage } from './FooterLanguage.tsx';
import { footerLinks, footerTexts as texts } from './texts.ts';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <div className={styles.brand}>
          <Wordmark />
          <p className={styles.promise}>{texts.promise}</p>
        </div>
        <nav aria-label={texts.navigation}>
          <ul className={styles.links}>
            {footerLinks.map(([name, to]) => (
              <li key={name}>
                <Link to={to} className={styles.link}>
                  {texts.links[name]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.choices}>
          <FooterLanguage />
          <ColorSchemeControl />
        </div>
      </div>
    </footer>
  );
}
