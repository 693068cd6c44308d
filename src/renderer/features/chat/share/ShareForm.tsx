import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { maxTextBytes } from '../../../../shared/sharing/envelope.ts';
import { shareUrl } from '../../../../shared/sharing/share-link.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { SharedConversation } from '../../../components/shared-chat/SharedConversation.tsx';
import { Switch } from '../../../components/Switch.tsx';
import { TextField } from '../../../components/TextField.tsx';
import type { Message } from '../chat.ts';
import { useChatScreen } from '../chat-context.ts';
import { bytesOf } from '../data/import-parts.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError } from '../data/store-error.ts';
import type { CreatedShare } from './CreatedLink.tsx';
import { makeSnapshot } from './make-snapshot.ts';
import styles from './ShareDialog.module.css';
import { createShare, readReasonings } from './shares.ts';
import { shareDialogTexts as texts } from './texts.ts';

const minPasswordLength = 8;
const lifetimes = { '1': 1, '7': 7, '30': 30, never: null } as const;
type Lifetime = keyof typeof lifetimes;

interface ShareFormProps {
  readonly chat: { readonly id: string; readonly title: string; readonly rows: readonly Message[] };
  readonly rules: {
    readonly audience: 'members' | 'everyone';
    readonly mayBeEndless: boolean;
    readonly origin: string;
  };
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCreated: (share: CreatedShare) => void;
  readonly onClose: () => void;
}

export function ShareForm({ chat, rules, onBusy, onCreated, onClose }: ShareFormProps) {
  const { nameOfModel } = useChatScreen();
  const [withModels, setWithModels] = useState(true);
  const [withReasoning, setWithReasoning] = useState(false);
  const [lifetime, setLifetime] = useState<Lifetime>('7');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [sharedAt] = useState(() => new Date());
  const previewId = useId();
  const reasonings = useReasonings(chat, withReasoning);

  const snapshot = useMemo(
    () =>
      makeSnapshot({
        title: chat.title,
        rows: chat.rows,
        reasonings: (withReasoning && reasonings.data) || new Map(),
        nameOfModel: withModels ? nameOfModel : null,
        sharedAt,
      }),
    [chat, withReasoning, reasonings.data, withModels, nameOfModel, sharedAt],
  );
  const size = useMemo(() => bytesOf(snapshot), [snapshot]);
  const isTooLong = size > maxTextBytes;
  const isReasoningMissing = withReasoning && reasonings.isError;
  const isPasswordShort = password !== '' && password.length < minPasswordLength;
  const isReady = snapshot.messages.length > 0 && !isTooLong && !(withReasoning && !reasonings.data);

  const create = async () => {
    setChecked(true);
    if (isPasswordShort || isBusy || !isReady) return;
    setBusy(true);
    onBusy(true);
    setFailure(null);
    try {
      const days = lifetimes[lifetime];
      const link = await createShare({ chatId: chat.id, snapshot, days, password: password || null });
      onCreated({ url: shareUrl(rules.origin, link), days, hasPassword: password !== '', ...rules });
    } catch (error) {
      setFailure(error instanceof StoreError && error.code === 'refused' ? error.message : texts.failed);
      setBusy(false);
    } finally {
      onBusy(false);
    }
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div className={styles.lead}>
        <p>
          {texts.lead} {texts.audience[rules.audience]}
        </p>
        <p>{texts.protection}</p>
      </div>
      <div className={styles.preview}>
        <div className={styles.previewHead}>
          <h3 id={previewId}>{texts.preview}</h3>
          <span>{texts.messages({ count: snapshot.messages.length })}</span>
        </div>
        {/* Focusable, so that the keyboard can scroll it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={styles.paper} tabIndex={0} aria-labelledby={previewId}>
          <p className={styles.title} dir="auto">
            {snapshot.title}
          </p>
          {snapshot.messages.length === 0 && <p>{texts.empty}</p>}
          <SharedConversation messages={snapshot.messages} />
        </section>
        <p className={styles.note}>{texts.never}</p>
      </div>
      <div className={styles.switches}>
        <Switch label={texts.models} isOn={withModels} onChange={setWithModels} />
        {chat.rows.some(({ reasoningMs }) => reasoningMs !== undefined) && (
          <Switch label={texts.reasoning} isOn={withReasoning} onChange={setWithReasoning} />
        )}
      </div>
      <div className={styles.fields}>
        <SelectField
          name="share-expiry"
          label={texts.expiry}
          options={(Object.keys(lifetimes) as Lifetime[])
            .filter((value) => value !== 'never' || rules.mayBeEndless)
            .map((value) => ({ value, label: texts.days[value] }))}
          value={lifetime}
          onChoose={setLifetime}
        />
        <TextField
          name="share-password"
          label={texts.password}
          hint={texts.passwordHint}
          error={isChecked && isPasswordShort ? texts.passwordShort : undefined}
          autoComplete="off"
          maxLength={200}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </div>
      {(isTooLong || failure !== null || isReasoningMissing) && (
        <p role="alert" className={styles.failure}>
          {isTooLong
            ? texts.tooLong({ size: Math.ceil(size / 1000), limit: Math.floor(maxTextBytes / 1000) })
            : (failure ?? texts.loadFailed)}
        </p>
      )}
      <DialogActions>
        <Button look="plain" disabled={isBusy} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={isBusy || !isReady}>
          {isBusy ? texts.creating : texts.create}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Loads the reasoning only if the user includes it. */
const useReasonings = ({ id, rows }: ShareFormProps['chat'], isWanted: boolean) =>
  useQuery({
    queryKey: [...chatQueries.all(), 'share-reasoning', id],
    queryFn: () => readReasonings(rows),
    enabled: isWanted,
    staleTime: 'static',
    gcTime: 0,
  });
