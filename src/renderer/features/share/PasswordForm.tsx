import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import styles from './SharedChat.module.css';
import { shareTexts } from './texts.ts';

interface PasswordFormProps {
  readonly isBusy: boolean;
  readonly isWrong: boolean;
  readonly onSubmit: (password: string) => Promise<void>;
}

export function PasswordForm({ isBusy, isWrong, onSubmit }: PasswordFormProps) {
  const texts = shareTexts.password;
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(password);
      }}
    >
      <TextField
        name="share-password"
        type="password"
        label={texts.label}
        // Password managers must not fill in the password of an account on this site.
        autoComplete="off"
        required
        value={password}
        error={isWrong ? texts.wrong : undefined}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <div>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? texts.opening : texts.open}
        </Button>
      </div>
    </form>
  );
}
