import { TextField, type TextFieldProps } from '../../../components/TextField.tsx';

/** A field for a secret. Password managers must not store it, nor fill in the administrator's own password. */
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
