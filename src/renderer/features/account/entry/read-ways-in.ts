import { getConfig } from '../../../lib/config.ts';

/** The providers that the auth service may know, as people know them. */
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
export type SocialProvider = keyof typeof providerNames;

export interface WayIn {
  readonly provider: SocialProvider;
  readonly name: string;
}

/** The social providers that the service lists as switched on [AUTH-003]; none when it cannot be asked. */
export async function readWaysIn(): Promise<readonly WayIn[]> {
  const { supabaseUrl, supabaseKey } = await getConfig();
  const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseKey } });
  const body: unknown = response.ok ? await response.json() : null;
  const external = fieldOf(body, 'external');
  return Object.entries(providerNames)
    .filter(([provider]) => fieldOf(external, provider) === true)
    .map(([provider, name]) => ({ provider: provider as SocialProvider, name }));
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
