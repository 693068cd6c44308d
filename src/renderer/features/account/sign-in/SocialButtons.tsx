import { useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import { FormError } from '../SubmitForm.tsx';
import { useAction } from '../use-action.ts';
import { callbackUrl } from './emails.ts';
import styles from './sign-in.module.css';
import { socialTexts as texts } from './texts.ts';

const providerNames = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  azure: 'Microsoft',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  facebook: 'Facebook',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  notion: 'Notion',
  twitch: 'Twitch',
  keycloak: 'Keycloak',
} as const;
type Provider = keyof typeof providerNames;

/** Shows the providers that the service has enabled [AUTH-003]. */
export function SocialButtons({ target }: { readonly target: string | undefined }) {
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  const [isWaiting, setWaiting] = useState(false);
  const { failure, run } = useAction();
  useEffect(() => {
    let isGone = false;
    readProviders().then(
      (enabled) => {
        if (!isGone) setProviders(enabled);
      },
      // If the service is unreachable, the other sign-in methods report it.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (providers.length === 0) return null;
  const open = async (provider: Provider) =>
    setWaiting((await openProvider(provider, target)) === 'elsewhere');
  return (
    <fieldset className={styles.providers}>
      <legend className="visually-hidden">{texts.group}</legend>
      {providers.map((provider) => (
        <Button key={provider} look="outlined" isWide onClick={() => void run(() => open(provider))}>
          {texts.with({ name: providerNames[provider] })}
        </Button>
      ))}
      {isWaiting && <output>{texts.waiting}</output>}
      {failure && <FormError>{failure}</FormError>}
    </fieldset>
  );
}

/** The auth client stores the verifier for the provider's response in this browser [AUTH-018]. */
async function openProvider(provider: Provider, target: string | undefined) {
  const { auth } = await getSupabase();
  const { data, error } = await auth.signInWithOAuth({
    provider,
    options: { redirectTo: callbackUrl(target), skipBrowserRedirect: true },
  });
  if (error) throw error;
  return platform.openSignIn(data.url);
}

async function readProviders(): Promise<readonly Provider[]> {
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseKey } });
  const body = response.ok
    ? ((await response.json()) as { external?: Record<string, unknown> } | null)
    : null;
  return (Object.keys(providerNames) as Provider[]).filter((name) => body?.external?.[name] === true);
}
