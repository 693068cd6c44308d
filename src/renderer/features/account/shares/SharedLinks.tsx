import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { accountQueries } from '../queries.ts';
import { formatDay, LoadError, Section } from '../Section.tsx';
import { revokeShares, type SharedLink } from './shares.ts';
import { sharesTexts as texts } from './texts.ts';

export function SharedLinks({ userId }: { readonly userId: string }) {
  const shares = useQuery(accountQueries.shares(userId));
  const revokeAll = useRevoke(userId, null);
  return (
    <Section id="shares" scope="account" lead={texts.lead}>
      <LoadError query={shares} text={texts.loadFailed} />
      {shares.data?.length === 0 && <p>{texts.empty}</p>}
      {shares.data && shares.data.length > 0 && (
        <>
          <ul className={styles.list} aria-label={texts.list}>
            {shares.data.map((share) => (
              <LinkItem key={share.id} share={share} userId={userId} />
            ))}
          </ul>
          <ConfirmButton
            texts={texts.revokeAll}
            onConfirm={() => revokeAll.mutateAsync()}
            failure={revokeAll.error && texts.allFailed}
          >
            {texts.revokeAllWarning}
          </ConfirmButton>
        </>
      )}
    </Section>
  );
}

interface LinkItemProps {
  readonly share: SharedLink;
  readonly userId: string;
}

function LinkItem({ share, userId }: LinkItemProps) {
  const { id, created_at: createdAt, expires_at: expiresAt, has_password: hasPassword, openings } = share;
  const title = typeof share.chat === 'string' ? texts.untitled[share.chat] : share.chat.title;
  const revoke = useRevoke(userId, id);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name} dir="auto">
          {title}
        </p>
        <p className={styles.detail}>
          <span>{texts.created({ day: formatDay(createdAt) })}</span>
          <span>{expiresAt === null ? texts.endless : expiryText(expiresAt)}</span>
          <span>{openings === 0 ? texts.unopened : texts.openings({ count: openings })}</span>
          {hasPassword && <span>{texts.password}</span>}
        </p>
      </div>
      <ConfirmButton
        texts={texts.revoke}
        label={texts.revokeOf({ title })}
        onConfirm={() => revoke.mutateAsync()}
        failure={revoke.error && texts.failed}
      >
        {texts.revokeWarning}
      </ConfirmButton>
    </li>
  );
}

/** @param id null for all links */
function useRevoke(userId: string, id: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => revokeShares(userId, id),
    onSuccess: () => {
      showToast(id === null ? texts.allRevoked : texts.revoked);
      return client.invalidateQueries({ queryKey: accountQueries.shares(userId).queryKey });
    },
  });
}

const expiryText = (at: string): string =>
  (new Date(at) > new Date() ? texts.expires : texts.expired)({ day: formatDay(at) });
