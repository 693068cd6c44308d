import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { encrypted } from '../../../lib/storage.ts';
import { useSession } from '../../../lib/session.tsx';
import { remainingMessagesText, useUsage } from '../../../lib/usage.ts';
import { activeVendor, isDemo, vendorQueries } from '../../../lib/vendors.ts';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useChatEngine, useChatScreen } from '../chat-context.ts';
import { useDraftParameters } from '../draft-parameters.ts';
import { newChatDraft } from '../drafts.ts';
import { PersonaEntry } from '../personas/PersonaEntry.tsx';
import styles from './Landing.module.css';
import { TemporaryEntry } from '../temporary/TemporaryView.tsx';
import { examplePrompts, welcomeTexts as texts } from './texts.ts';

const PersonaStarters = lazyComponent(
  async () => (await import('../personas/PersonaStarters.tsx')).PersonaStarters,
  { look: 'panel' },
);

interface LandingFootProps {
  readonly onExample: (prompt: string) => void;
  readonly onTemporary: () => void;
}

/**
 * The part of the landing screen below the input: examples, other ways to start and a line of facts. Facts whose data
 * loads later come last, so that no button moves under the pointer.
 */
export function LandingFoot({ onExample, onTemporary }: LandingFootProps) {
  const { userId, drafts } = useChatEngine();
  const persona = useDraftParameters(drafts, newChatDraft)?.persona;
  return (
    <div className={styles.foot}>
      <ul className={styles.examples} aria-label={texts.examples}>
        {persona ? (
          <PersonaStarters personaId={persona.id} onChoose={onExample} />
        ) : (
          examplePrompts.map((prompt) => (
            <li key={prompt}>
              <button type="button" onClick={() => onExample(prompt)}>
                {prompt}
              </button>
            </li>
          ))
        )}
      </ul>
      <TemporaryEntry onBegin={onTemporary}>
        <PersonaEntry />
      </TemporaryEntry>
      <div className={styles.facts}>
        <p>
          {encrypted.account === userId ? texts.encrypted : texts.privacy}{' '}
          <Link to={paths.privacy}>{texts.privacyLink}</Link>
        </p>
        <UsageLine />
        <DemoLine />
      </div>
    </div>
  );
}

/** If the demo replies in this chat, shows that its replies don't come from a model. */
function DemoLine() {
  const { user } = useSession();
  const { data: vendors = [] } = useQuery(vendorQueries.all());
  const { model } = useChatScreen();
  const name = model?.vendorName ?? null;
  const vendor = model && (name === null ? activeVendor(vendors) : vendors.find((one) => one.name === name));
  if (!vendor || !isDemo(vendor)) return null;
  return (
    <p className={styles.demo}>
      <IconInfoCircle size={16} stroke={1.75} aria-hidden /> {texts.demo}{' '}
      {user?.isAdmin ? <Link to={paths.adminVendors}>{texts.connect}</Link> : texts.contactAdmin}
    </p>
  );
}

function UsageLine() {
  const { user } = useSession();
  const usage = useUsage();
  const isGuest = user?.isAnonymous === true;
  // If no messages are left, the panel at the input already shows it.
  if (!isGuest && !usage?.left) return null;
  return (
    <p>
      {usage && usage.left !== 0 && <span data-figures>{remainingMessagesText(usage)}.</span>}{' '}
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
