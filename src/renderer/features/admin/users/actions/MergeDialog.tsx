import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { Button } from '../../../../components/Button.tsx';
import { failureMessage } from '../../../../lib/invoke.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogError, DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FactList } from '../../feedback/Facts.tsx';
import { formatCount } from '../../format.ts';
import { SearchField } from '../../table/SearchField.tsx';
import { useMerge, useRequestConsent } from '../mutations.ts';
import { userQueries } from '../queries.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import styles from './MergeDialog.module.css';
import { mergeTexts as texts } from './texts.ts';

const movedRows = ['chats', 'messages', 'images', 'usage_rows'] as const;

interface MergeDialogProps {
  readonly user: AdminUser;
  readonly onDone: () => void;
}

/**
 * Shows a preview before merging [ADMIN-038]. Chats move only with their owner's consent, so the dialog
 * requests consent first.
 */
export function MergeDialog({ user, onDone }: MergeDialogProps) {
  const merge = useMerge();
  const requestConsent = useRequestConsent();
  const [target, setTarget] = useState<AdminUser | null>(null);
  const preview = useQuery({
    ...userQueries.mergePreview(user.id, target?.id ?? ''),
    enabled: target !== null,
  });
  const consent = preview.data?.consent;
  const needsConsent = consent === 'needed' || consent === 'asked';
  const isBusy = merge.isPending || requestConsent.isPending;
  return (
    <ConfirmDialog
      title={texts.title({ name: nameOf(user) })}
      confirm={needsConsent ? texts.request : texts.confirm}
      busy={needsConsent ? texts.requesting : texts.busy}
      action={needsConsent ? requestConsent : merge}
      // `user` is a placeholder: the button is disabled until a target is selected.
      input={{ source: user, target: target ?? user }}
      isBlocked={target === null || !preview.data || consent === 'asked'}
      isDangerous={!needsConsent}
      staysOpen={needsConsent}
      phrase={preview.data && !needsConsent ? nameOf(user) : undefined}
      onDone={() => {
        if (!needsConsent) onDone();
      }}
    >
      <DialogText>{texts.text}</DialogText>
      {target ? (
        <div className={styles.target}>
          <span>
            {texts.target} <strong>{nameOf(target)}</strong>
          </span>
          <Button look="outlined" size="small" disabled={isBusy} onClick={() => setTarget(null)}>
            {texts.change}
          </Button>
        </div>
      ) : (
        <TargetSearch source={user} onChoose={setTarget} />
      )}
      {preview.isFetching && <output>{texts.counting}</output>}
      {preview.error && <DialogError>{failureMessage(preview.error)}</DialogError>}
      {target && preview.data && (
        <FactList
          label={texts.preview}
          facts={[
            ...movedRows.map((row) => [texts.moves[row], formatCount(preview.data.moves[row])] as const),
            [texts.consent, texts.consents[preview.data.consent]],
            [texts.keys, formatCount(preview.data.api_keys_ended)],
            [texts.access, userTexts.access[preview.data.access]],
            [texts.plan, userTexts.plans[preview.data.plan]],
          ]}
        />
      )}
      {consent === 'asked' && <DialogText>{texts.requestedText}</DialogText>}
    </ConfirmDialog>
  );
}

interface TargetSearchProps {
  readonly source: AdminUser;
  readonly onChoose: (user: AdminUser) => void;
}

function TargetSearch({ source, onChoose }: TargetSearchProps) {
  const [search, setSearch] = useState('');
  const found = useQuery({
    ...userQueries.list({ filter: { search }, sort: 'email', isDescending: false, page: 1 }),
    enabled: search !== '',
  });
  const users = search ? (found.data?.users.filter(({ id }) => id !== source.id).slice(0, 6) ?? []) : [];
  return (
    <div className={styles.search}>
      <SearchField label={texts.target} placeholder={texts.targetHint} value={search} onSearch={setSearch} />
      <ul className={styles.found}>
        {users.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className={styles.choice}
              aria-label={texts.choose({ name: nameOf(each) })}
              onClick={() => onChoose(each)}
            >
              <span>{nameOf(each)}</span>
              <span className={styles.email}>{each.email}</span>
            </button>
          </li>
        ))}
      </ul>
      {search && found.data && !found.isFetching && users.length === 0 && (
        <output>{userTexts.noMatch.title}</output>
      )}
    </div>
  );
}
