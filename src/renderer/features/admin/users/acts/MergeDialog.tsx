import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { Button } from '../../../../components/Button.tsx';
import { sentenceOf } from '../../../../lib/invoke.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogError, DialogText } from '../../dialog/ConsoleDialog.tsx';
import { dialogTexts } from '../../dialog/texts.ts';
import { Facts } from '../../feedback/Facts.tsx';
import { count } from '../../format.ts';
import { SearchField } from '../../table/SearchField.tsx';
import { useAskMerge, useMerge } from '../data/mutations.ts';
import { userQueries } from '../data/queries.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import styles from './MergeDialog.module.css';
import type { UserDialogProps } from './UserDialogs.tsx';

const texts = userTexts.mergeDialog;
const movedRows = ['chats', 'messages', 'images', 'usage_rows'] as const;

/**
 * Searches the account that stays, shows what would move, and asks for the name of the one that goes [ADMIN-038].
 * Chats move only if their owner agreed: until then the dialog asks the owner instead.
 */
export function MergeDialog({ user, isOpen, onClose, onGone, onDone }: UserDialogProps) {
  const merge = useMerge();
  const ask = useAskMerge();
  const [target, setTarget] = useState<AdminUser | null>(null);
  const preview = useQuery({
    ...userQueries.mergePreview(user.id, target?.id ?? ''),
    enabled: target !== null,
  });
  const consent = preview.data?.consent;
  const isAsking = consent === 'needed' || consent === 'asked';
  const run = () => {
    if (!target) return;
    const pair = { source: user, target };
    if (isAsking) return ask.mutate(pair);
    const onSuccess = () => {
      onClose();
      onDone('merge');
    };
    merge.mutate(pair, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={texts.title(nameOf(user))}
      isOpen={isOpen}
      confirm={isAsking ? texts.ask : texts.confirm}
      busy={isAsking ? texts.asking : texts.busy}
      cancel={dialogTexts.cancel}
      isBusy={merge.isPending || ask.isPending}
      isBlocked={target === null || !preview.data || consent === 'asked'}
      isDangerous={!isAsking}
      typed={preview.data && !isAsking ? nameOf(user) : undefined}
      error={merge.error ?? ask.error}
      onConfirm={run}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
      {target ? (
        <div className={styles.target}>
          <span>
            {texts.target} <strong>{nameOf(target)}</strong>
          </span>
          <Button
            look="outlined"
            size="small"
            disabled={merge.isPending || ask.isPending}
            onClick={() => setTarget(null)}
          >
            {texts.change}
          </Button>
        </div>
      ) : (
        <TargetSearch source={user} onChoose={setTarget} />
      )}
      {preview.isFetching && <output>{texts.counting}</output>}
      {preview.error && <DialogError>{sentenceOf(preview.error)}</DialogError>}
      {target && preview.data && (
        <Facts
          label={texts.preview}
          facts={[
            ...movedRows.map((row) => [texts.moves[row], count(preview.data.moves[row])] as const),
            [texts.consent, texts.consents[preview.data.consent]],
            [texts.keys, count(preview.data.api_keys_ended)],
            [texts.standing, userTexts.standings[preview.data.standing]],
            [texts.plan, userTexts.plans[preview.data.plan]],
          ]}
        />
      )}
      {consent === 'asked' && <DialogText>{texts.askedText}</DialogText>}
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
              aria-label={texts.choose(nameOf(each))}
              onClick={() => onChoose(each)}
            >
              <span>{nameOf(each)}</span>
              <span className={styles.email}>{each.email}</span>
            </button>
          </li>
        ))}
      </ul>
      {search && found.data && !found.isFetching && users.length === 0 && (
        <output>{userTexts.noMatch}</output>
      )}
    </div>
  );
}
