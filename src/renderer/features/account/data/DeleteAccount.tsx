import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deletedAccountSchema, deletionPhrase } from '../../../../shared/account/delete-account.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { invoke, sentenceOf } from '../../../lib/invoke.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { field } from '../form-field.ts';
import styles from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { dataTexts as texts } from './texts.ts';

/** Ends the account with everything in it, after the person has typed that this is meant. */
export function DeleteAccount() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = field(new FormData(event.currentTarget), 'phrase').trim().toLowerCase();
    if (typed !== deletionPhrase) return setFault(texts.phraseWrong);
    setBusy(true);
    setFault(null);
    try {
      await invoke('account/delete', { confirm: deletionPhrase }, deletedAccountSchema);
    } catch (error) {
      setFault(sentenceOf(error));
      return setBusy(false);
    }
    await signOut('gone');
    showToast(texts.deleted);
    await navigate(paths.home);
  };
  return (
    <div className={styles.danger}>
      <h3>{texts.deleteTitle}</h3>
      <p>{texts.deleteLead}</p>
      {isOpen ? (
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <TextField label={texts.phrase} name="phrase" autoComplete="off" spellCheck={false} />
          {fault && <SectionError>{fault}</SectionError>}
          <div className={styles.actions}>
            <Button size="small" look="outlined" disabled={isBusy} onClick={() => setOpen(false)}>
              {texts.keep}
            </Button>
            <Button type="submit" size="small" disabled={isBusy}>
              {isBusy ? texts.deleting : texts.confirm}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button size="small" look="outlined" onClick={() => setOpen(true)}>
            {texts.open}
          </Button>
        </div>
      )}
    </div>
  );
}
