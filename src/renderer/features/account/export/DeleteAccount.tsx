import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deletedAccountSchema, deletionPhrase } from '../../../../shared/account/delete-account.ts';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { invoke } from '../../../lib/invoke.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { field, SubmitForm } from '../SubmitForm.tsx';
import { deleteTexts as texts } from '../texts.ts';

export function DeleteAccount() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const submit = async (data: FormData) => {
    const phrase = field(data, 'phrase').trim().toLowerCase();
    if (phrase !== deletionPhrase) return texts.phraseWrong;
    await invoke('account/delete', { confirm: deletionPhrase }, deletedAccountSchema);
    await signOut('deleted');
    showToast(texts.done);
    await navigate(paths.home);
  };
  return (
    <div className={styles.box} data-look="danger">
      <h4>{texts.title}</h4>
      <p>{texts.lead}</p>
      {isOpen ? (
        <SubmitForm
          texts={texts.form}
          size="small"
          isChecked={false}
          onSubmit={submit}
          buttons={(isBusy) => (
            <Button size="small" look="outlined" disabled={isBusy} onClick={() => setOpen(false)}>
              {texts.cancel}
            </Button>
          )}
        >
          <TextField label={texts.phrase} name="phrase" autoComplete="off" spellCheck={false} />
        </SubmitForm>
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
