import { useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { loadModule } from '../../../lib/load-module.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { platform } from '../../../platform/index.ts';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
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

interface Methods {
  readonly providers: readonly Provider[];
  readonly passkeys: boolean;
}

/** Shows the other ways to sign in that the service has enabled [AUTH-003] and this browser supports. */
export function SocialButtons({ target }: { readonly target: string | undefined }) {
  // Passkeys are expected, because almost all services have them and the button must not move the others.
  const [{ providers, passkeys }, setMethods] = useState<Methods>(() => ({
    providers: [],
    passkeys: hasPasskeys(),
  }));
  const [isWaiting, setWaiting] = useState(false);
  const { isBusy, failure, run } = useAction();
  useEffect(() => {
    let isGone = false;
    readMethods().then(
      (enabled) => {
        if (!isGone) setMethods(enabled);
      },
      // If the service is unreachable, the other sign-in methods report it.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (providers.length === 0 && !passkeys) return null;
  const open = async (provider: Provider) =>
    setWaiting((await openProvider(provider, target)) === 'elsewhere');
  return (
    <fieldset className={styles.providers}>
      <legend className="visually-hidden">{texts.group}</legend>
      {passkeys && (
        <Button look="outlined" isWide disabled={isBusy} onClick={() => void run(signInWithPasskey)}>
          {texts.passkey}
        </Button>
      )}
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

const signInWithPasskey = async () =>
  (await loadModule(() => import('../passkeys/sign-in.ts'))).signInWithPasskey();

async function readMethods(): Promise<Methods> {
  const { supabaseUrl, supabaseKey } = await platform.loadConfig();
  const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseKey } });
  const body = response.ok
    ? ((await response.json()) as {
        external?: Record<string, unknown>;
        passkeys_enabled?: unknown;
      } | null)
    : null;
  return {
    providers: (Object.keys(providerNames) as Provider[]).filter((name) => body?.external?.[name] === true),
    passkeys: body?.passkeys_enabled === true && hasPasskeys(),
  };
}
