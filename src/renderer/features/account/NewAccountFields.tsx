import { TextField } from '../../components/TextField.tsx';
import { field } from './form-field.ts';
import { shortestPassword } from './password-rule.ts';
import { newAccountTexts as texts } from './texts.ts';

/** Who somebody is and how they come back: what an account begins with [ACCT-008..010]. */
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
        minLength={shortestPassword}
        hint={texts.passwordHint}
      />
    </>
  );
}

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** What was typed into the fields. */
export function readNewAccount(form: HTMLFormElement): NewAccount {
  const data = new FormData(form);
  return {
    name: field(data, 'name').trim(),
    email: field(data, 'email').trim(),
    password: field(data, 'password'),
  };
}
