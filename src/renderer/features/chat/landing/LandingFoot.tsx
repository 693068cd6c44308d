import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { leftToday, useUsage } from '../../../lib/usage.ts';
import styles from './Landing.module.css';
import { TemporaryEntry } from '../temporary/TemporaryView.tsx';
import { examplePrompts, welcomeTexts as texts } from './texts.ts';

interface LandingFootProps {
  /** Puts an example into the input. */
  readonly onExample: (prompt: string) => void;
  readonly onTemporary: () => void;
}

/** Shown below the input of a new chat: examples, and information for the first message. */
export function LandingFoot({ onExample, onTemporary }: LandingFootProps) {
  return (
    <div className={styles.foot}>
      <ul className={styles.examples} aria-label={texts.examples}>
        {examplePrompts.map((prompt) => (
          <li key={prompt}>
            <button type="button" onClick={() => onExample(prompt)}>
              {prompt}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.facts}>
        <UsageLine />
        <p>
          {texts.privacy} <Link to={paths.privacy}>{texts.privacyLink}</Link>
        </p>
        <TemporaryEntry onBegin={onTemporary} />
      </div>
    </div>
  );
}

/** The remaining messages of today, and how to get more. */
function UsageLine() {
  const { user } = useSession();
  const usage = useUsage();
  const isGuest = user?.isAnonymous === true;
  if (!isGuest && (!usage || usage.left === null)) return null;
  return (
    <p>
      {usage && <span data-figures>{leftToday(usage)}.</span>}{' '}
      {isGuest ? (
        <>
          {texts.guests} <Link to={`${paths.account}#profile`}>{texts.createAccount}</Link>
        </>
      ) : (
        <Link to={paths.pricing}>{texts.upgrade}</Link>
      )}
    </p>
  );
}
