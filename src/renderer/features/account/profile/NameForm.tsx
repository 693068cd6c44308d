import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import { field } from '../form-field.ts';
import styles from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { profileTexts as texts } from './texts.ts';

/** The name that the app greets with. */
export function NameForm({ name }: { readonly name: string }) {
  const { isBusy, fault, setFault, run } = useAuthAct();
  const [isChanged, setChanged] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = field(new FormData(event.currentTarget), 'name').trim();
    if (typed === '') return setFault(texts.nameMissing);
    void run(async ({ auth }) => {
      const { error } = await auth.updateUser({ data: { name: typed } });
      if (error) throw error;
      setChanged(false);
      showToast(texts.saved);
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={texts.name}
        name="name"
        autoComplete="name"
        maxLength={200}
        defaultValue={name}
        hint={texts.nameHint}
        onChange={() => setChanged(true)}
      />
      {fault && <SectionError>{fault}</SectionError>}
      {isChanged && (
        <div>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? texts.saving : texts.save}
          </Button>
        </div>
      )}
    </form>
  );
}
