import { sentenceOf } from '../../../lib/invoke.ts';
import { Question } from '../Question.tsx';
import { apiKeyTexts as texts } from '../texts.ts';
import styles from './ApiKeysSection.module.css';
import type { ApiKey } from './list-api-keys.ts';
import { useRevokeApiKey } from './mutations.ts';

interface ApiKeyItemProps {
  readonly apiKey: ApiKey;
  readonly userId: string;
}

/** One key: its name and beginning, when it was used, and the way to end it. */
export function ApiKeyItem({ apiKey, userId }: ApiKeyItemProps) {
  const revoke = useRevokeApiKey(userId);
  return (
    <li className={styles.item} data-revoked={apiKey.revokedAt !== null || undefined}>
      <div className={styles.itemText}>
        <p className={styles.itemName}>
          {apiKey.name} <code>{apiKey.prefix}…</code>
        </p>
        <p className={styles.itemFacts}>
          <span>
            {texts.createdAt} <Day at={apiKey.createdAt} />
          </span>
          {apiKey.revokedAt === null ? (
            <span>{apiKey.lastUsedAt ? <LastUsed at={apiKey.lastUsedAt} /> : texts.neverUsed}</span>
          ) : (
            <span>
              {texts.revokedAt} <Day at={apiKey.revokedAt} />
            </span>
          )}
        </p>
      </div>
      {apiKey.revokedAt === null && (
        <Question
          ask={texts.revoke}
          askName={texts.revokeOf(apiKey.name)}
          keep={texts.keep}
          confirm={texts.revokeNow}
          busy={texts.revoking}
          onConfirm={() => revoke.mutateAsync(apiKey.id)}
          failure={revoke.error && sentenceOf(revoke.error)}
        >
          {texts.revokeWarning}
        </Question>
      )}
    </li>
  );
}

function LastUsed({ at }: { readonly at: string }) {
  return (
    <>
      {texts.lastUsed} <Day at={at} />
    </>
  );
}

/** A day, with the minute for whoever points at it. */
function Day({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {date.toLocaleDateString(undefined, { dateStyle: 'medium' })}
    </time>
  );
}
