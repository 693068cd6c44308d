import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { SectionError } from '../Section.tsx';
import { apiKeyTexts as texts } from '../texts.ts';
import { useHandedFocus } from '../use-handed-focus.ts';
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
  const [isAsking, setIsAsking] = useState(false);
  const { opener, answer } = useHandedFocus(isAsking);
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
      {apiKey.revokedAt === null && !isAsking && (
        <Button
          ref={opener}
          size="small"
          look="outlined"
          aria-label={texts.revokeOf(apiKey.name)}
          onClick={() => setIsAsking(true)}
        >
          {texts.revoke}
        </Button>
      )}
      {isAsking && apiKey.revokedAt === null && (
        <div className={styles.asking}>
          <p>{texts.revokeWarning}</p>
          <div className={styles.askingButtons}>
            <Button
              ref={answer}
              size="small"
              look="plain"
              disabled={revoke.isPending}
              onClick={() => setIsAsking(false)}
            >
              {texts.keep}
            </Button>
            <Button size="small" disabled={revoke.isPending} onClick={() => revoke.mutate(apiKey.id)}>
              {revoke.isPending ? texts.revoking : texts.revokeNow}
            </Button>
          </div>
          {revoke.error && <SectionError>{sentenceOf(revoke.error)}</SectionError>}
        </div>
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
