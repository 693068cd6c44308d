import { type SyntheticEvent, useState } from 'react';
import type { ComputerState } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { ask } from '../../lib/question.ts';
import { showToast } from '../../lib/toast.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { Shell } from '../../platform/shell.ts';
import styles from './Computer.module.css';
import { computerTexts as texts } from './texts.ts';

interface ServiceChoiceProps {
  readonly shell: Shell;
  readonly service: ComputerState['service'];
}

/** Two homes: the service inside the app, and one that the person connects to by its address. */
export function ServiceChoice({ shell, service: { address, isFixed } }: ServiceChoiceProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const tryOut = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const connect = (wanted: string) =>
    tryOut(async () => {
      const origin = await shell.checkService(wanted);
      const { title, text, confirm, cancel } = texts.ask;
      if (await ask({ title: title(origin), text, confirm, cancel })) await move(shell, origin);
    });
  const goBack = () =>
    tryOut(async () => {
      const { backTitle, backText, confirm, cancel } = texts.ask;
      if (await ask({ title: backTitle, text: backText, confirm, cancel })) await move(shell, null);
    });
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('address');
    if (typeof wanted === 'string') void connect(wanted);
  };
  return (
    <div className={styles.group}>
      <div>
        <h3 className={styles.subtitle}>{texts.service}</h3>
        <p>{address === null ? texts.inside : texts.elsewhere(address)}</p>
      </div>
      {isFixed && <p className={styles.detail}>{texts.fixed}</p>}
      {!isFixed && (
        <form className={styles.form} noValidate onSubmit={onSubmit}>
          <TextField
            label={texts.address}
            name="address"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            hint={texts.addressHint}
            error={failure}
          />
          <Button type="submit" look="outlined" disabled={isBusy}>
            {isBusy ? texts.checking : texts.connect}
          </Button>
        </form>
      )}
      {!isFixed && address !== null && (
        <Button look="plain" disabled={isBusy} onClick={() => void goBack()}>
          {texts.back}
        </Button>
      )}
    </div>
  );
}

/** Ends the session here first: its token must never reach the other service. */
async function move(shell: Shell, address: string | null): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.signOut({ scope: 'local' });
  if (error) throw new Error(texts.notLeft, { cause: error });
  try {
    await shell.useService(address);
  } catch (failure) {
    // The page with this section is gone with the session.
    showToast({
      title: texts.notMoved,
      variant: 'destructive',
      ...(failure instanceof Error && { message: failure.message }),
    });
  }
}
