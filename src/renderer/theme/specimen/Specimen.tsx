import { type CSSProperties, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Switch } from '../../components/Switch.tsx';
import { TextField } from '../../components/TextField.tsx';
import { setColorScheme } from '../../lib/color-scheme.ts';
import styles from './Specimen.module.css';

/** Returns the tokens in the order of the loaded style sheets. */
function readTokens(): string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const roots = rules.filter((rule) => rule instanceof CSSStyleRule && rule.selectorText === ':root');
  const names = roots.flatMap((rule) => [...(rule as CSSStyleRule).style]);
  return [...new Set(names)].filter((name) => name.startsWith('--'));
}

const sampleText = 'A clover has three leaves, and rarely a fourth.';
const schemes = ['light', 'dark', 'auto'] as const;

interface Kind {
  readonly title: string;
  readonly of: RegExp;
  readonly show: (token: string) => CSSProperties;
  readonly text?: string;
}

const kinds: readonly Kind[] = [
  {
    title: 'Type',
    of: /^--(?:text|title)-/,
    show: (token) => ({ fontSize: `var(${token})`, lineHeight: 1.3 }),
    text: sampleText,
  },
  {
    title: 'Space',
    of: /^--space-/,
    show: (token) => ({ width: `var(${token})`, height: '1rem', background: 'var(--accent-fill)' }),
  },
  {
    title: 'Radius',
    of: /^--radius-/,
    show: (token) => ({
      width: '6rem',
      height: '3rem',
      border: '1px solid var(--rule-strong)',
      borderRadius: `var(${token})`,
    }),
  },
  {
    title: 'Elevation',
    of: /^--shadow-/,
    show: (token) => ({
      width: '10rem',
      height: '4rem',
      borderRadius: 'var(--radius-lg)',
      background: 'var(--paper-raised)',
      boxShadow: `var(${token})`,
    }),
  },
  {
    title: 'Color',
    of: /^--(?!text|title|space|radius|shadow|font|measure|page|header|quick|calm|ease)/,
    show: (token) => ({
      width: '6rem',
      height: '2.5rem',
      border: '1px solid var(--rule)',
      borderRadius: 'var(--radius-sm)',
      background: `var(${token})`,
    }),
  },
];

/** Shows all tokens and common controls to developers (docs/visual-system.md). */
export function Specimen() {
  const [tokens] = useState(readTokens);
  const [isOn, setIsOn] = useState(true);
  return (
    <div className={styles.page}>
      <header className={styles.row}>
        <h1>Visual system</h1>
        {schemes.map((scheme) => (
          <Button key={scheme} look="outlined" size="small" onClick={() => setColorScheme(scheme)}>
            {scheme}
          </Button>
        ))}
      </header>
      {kinds.map(({ title, of, show, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl className={styles.tokens} data-wide={text !== undefined || undefined}>
            {tokens
              .filter((token) => of.test(token))
              .map((token) => (
                <div key={token}>
                  <dt>{token}</dt>
                  <dd style={show(token)}>{text}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <section>
        <h2>Controls and motion</h2>
        <div className={styles.row}>
          <Button>Filled</Button>
          <Button look="outlined">Outlined</Button>
          <Button look="plain">Plain</Button>
          <Button disabled>Disabled</Button>
        </div>
        <div className={styles.row}>
          <TextField label="Name" name="name" />
          <TextField label="With an error" name="wrong" error="Enter a name." />
          <Switch label="Switch" isOn={isOn} onChange={setIsOn} />
        </div>
        <p className={styles.motion} data-motion="quick">
          --quick, under the pointer
        </p>
        <p className={styles.motion} data-motion="calm">
          --calm, under the pointer
        </p>
      </section>
    </div>
  );
}
