import { TextField, type TextFieldProps } from '../../../components/TextField.tsx';

/** Password managers must neither store the secret nor fill in the administrator's own password. */
export function SecretField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      spellCheck={false}
      autoCapitalize="off"
    />
  );
}
