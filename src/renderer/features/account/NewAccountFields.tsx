import { TextField } from '../../components/TextField.tsx';
import { newAccountTexts as texts } from './sign-in/texts.ts';
import { field } from './SubmitForm.tsx';

/** [ACCT-010] */
export const minPasswordLength = 8;

export function NewAccountFields() {
  return (
    <>
      <TextField
        label={texts.name}
        name="name"
        autoComplete="name"
        required
        pattern=".*\S.*"
        maxLength={200}
      />
      <TextField label={texts.email} name="email" type="email" autoComplete="username" required />
      <TextField
        label={texts.password}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={minPasswordLength}
        hint={texts.passwordHint}
      />
    </>
  );
}

export const readNewAccount = (data: FormData) => ({
  name: field(data, 'name').trim(),
  email: field(data, 'email').trim(),
  password: field(data, 'password'),
});
