import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { revokedApiKeySchema } from '../../../../shared/account/api-keys.ts';
import { invoke, failureMessage } from '../../../lib/invoke.ts';
import { paths } from '../../../lib/paths.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { accountQueries } from '../queries.ts';
import { LoadError, Section } from '../Section.tsx';
import { apiKeyTexts as texts } from '../texts.ts';
import type { ApiKey } from './api-keys.ts';
import { CreateApiKey } from './CreateApiKey.tsx';
import { locale } from '../../../lib/locale.ts';

/** Only Professional users can create keys, but everyone can revoke theirs. */
export function ApiKeysSection({ user }: { readonly user: SessionUser }) {
  const keys = useQuery(accountQueries.apiKeys(user.id));
  // Shows neither the form nor the link to the plans until the plan is known.
  if (user.plan === null) return null;
  return (
    <Section id="keys" scope="account" lead={texts.lead}>
      {user.isProfessional ? (
        <CreateApiKey userId={user.id} />
      ) : (
        <p>
          {keys.data?.some((key) => key.revoked_at === null) ? texts.paused : texts.upsell}{' '}
          <Link to={paths.pricing}>{texts.plans}</Link>
        </p>
      )}
      <LoadError query={keys} text={texts.loadFailed} />
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

interface ApiKeyItemProps {
  readonly apiKey: ApiKey;
  readonly userId: string;
}

function ApiKeyItem({ apiKey, userId }: ApiKeyItemProps) {
  const { id, name, prefix, created_at: createdAt, last_used_at: lastUsedAt, revoked_at: revokedAt } = apiKey;
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => invoke('account/api-keys/revoke', { id }, revokedApiKeySchema),
    onSuccess: () => {
      showToast(texts.revoked);
      return client.invalidateQueries({ queryKey: accountQueries.apiKeys(userId).queryKey });
    },
  });
  return (
    <li className={styles.item} data-revoked={revokedAt !== null || undefined}>
      <div>
        <p className={styles.name}>
          {name} <code>{prefix}…</code>
        </p>
        <p className={styles.detail}>
          <Fact label={texts.createdAt} at={createdAt} />
          {revokedAt !== null && <Fact label={texts.revokedAt} at={revokedAt} />}
          {revokedAt === null && lastUsedAt !== null && <Fact label={texts.lastUsed} at={lastUsedAt} />}
          {revokedAt === null && lastUsedAt === null && <span>{texts.neverUsed}</span>}
        </p>
      </div>
      {revokedAt === null && (
        <ConfirmButton
          texts={texts.revoke}
          label={texts.revokeOf({ name })}
          onConfirm={() => revoke.mutateAsync()}
          failure={revoke.error && failureMessage(revoke.error)}
        >
          {texts.revokeWarning}
        </ConfirmButton>
      )}
    </li>
  );
}

function Fact({ label, at }: { readonly label: string; readonly at: string }) {
  const date = new Date(at);
  return (
    <span>
      {label}{' '}
      <time dateTime={at} title={date.toLocaleString(locale())}>
        {date.toLocaleDateString(locale(), { dateStyle: 'medium' })}
      </time>
    </span>
  );
}
