import { useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import { sentenceOfAuth } from '../auth-failure.ts';
import { SectionError } from '../Section.tsx';
import { callbackUrl } from './mails.ts';
import { readWaysIn, type SocialProvider, type WayIn } from './read-ways-in.ts';
import styles from './SocialButtons.module.css';
import { socialTexts as texts } from './texts.ts';

/** A button for each provider that the service lists as switched on; nothing where there is none [AUTH-003]. */
export function SocialButtons({ target }: { readonly target: string | undefined }) {
  const ways = useWaysIn();
  const [fault, setFault] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  if (ways.length === 0) return null;
  const enter = async (provider: SocialProvider) => {
    setFault(null);
    try {
      setWaiting((await openProvider(provider, target)) === 'elsewhere');
    } catch (error) {
      setFault(sentenceOfAuth(error));
    }
  };
  return (
    <fieldset className={styles.ways}>
      <legend className="visually-hidden">{texts.group}</legend>
      {ways.map(({ provider, name }) => (
        <Button key={provider} look="outlined" isWide onClick={() => void enter(provider)}>
          {texts.with(name)}
        </Button>
      ))}
      {isWaiting && <output>{texts.waiting}</output>}
      {fault && <SectionError>{fault}</SectionError>}
    </fieldset>
  );
}

/** Leads to the provider, with the verifier of its answer kept here [AUTH-018]. */
async function openProvider(provider: SocialProvider, target: string | undefined) {
  const { auth } = await getSupabase();
  const { data, error } = await auth.signInWithOAuth({
    provider,
    options: { redirectTo: callbackUrl(target), skipBrowserRedirect: true },
  });
  if (error) throw error;
  return platform.openSignIn(data.url);
}

function useWaysIn(): readonly WayIn[] {
  const [ways, setWays] = useState<readonly WayIn[]>([]);
  useEffect(() => {
    let isGone = false;
    readWaysIn().then(
      (read) => {
        if (!isGone) setWays(read);
      },
      // Out of reach: the other ways in will say so when they are tried.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return ways;
}
