import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../lib/paths.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import { accountQueries } from '../queries.ts';
import { Section, SectionError } from '../Section.tsx';
import { apiKeyTexts as texts } from '../texts.ts';
import { ApiKeyItem } from './ApiKeyItem.tsx';
import styles from './ApiKeysSection.module.css';
import { CreateApiKey } from './CreateApiKey.tsx';

/** The keys of one's own programs. Making one is part of Professional; revoking one never depends on a plan. */
export function ApiKeysSection({ user }: { readonly user: SessionUser }) {
  const keys = useQuery(accountQueries.apiKeys(user.id));
  // Until the service has said which plan it is, neither the form nor the way to a plan would be right.
  if (user.plan === null) return null;
  return (
    <Section id="keys" lead={texts.lead}>
      {user.isProfessional ? (
        <CreateApiKey userId={user.id} />
      ) : (
        <p>
          {keys.data?.some((key) => key.revokedAt === null) ? texts.paused : texts.upsell}{' '}
          <Link to={paths.pricing}>{texts.plans}</Link>
        </p>
      )}
      {keys.error && (
        <SectionError>
          {texts.listFailed}{' '}
          <Button size="small" look="outlined" onClick={() => void keys.refetch()}>
            {texts.retry}
          </Button>
        </SectionError>
      )}
      {keys.data && keys.data.length > 0 && (
        <ul className={styles.list} aria-label={texts.list}>
          {keys.data.map((key) => (
            <ApiKeyItem key={key.id} apiKey={key} userId={user.id} />
          ))}
        </ul>
      )}
      {keys.data?.length === 0 && user.isProfessional && <p>{texts.empty}</p>}
      <p>
        <Link to={paths.apiDocs}>{texts.docs}</Link>
      </p>
    </Section>
  );
}
