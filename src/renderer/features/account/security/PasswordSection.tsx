import { PasswordForm } from '../entry/PasswordForm.tsx';
import styles from '../forms.module.css';
import { Section } from '../Section.tsx';
import { passwordTexts as texts } from './texts.ts';

/** A new password. The service decides whether the session is fresh enough, and mails a code if it is not. */
export function PasswordSection() {
  return (
    <Section id="password" lead={texts.lead}>
      <div className={styles.form}>
        <PasswordForm />
      </div>
    </Section>
  );
}
