import { ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { signInPath } from '../../lib/paths.ts';
import { resetPasswordTexts as texts } from './texts.ts';

/** The place of password recovery. */
export function ResetPasswordPage() {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div>
        <ButtonLink to={signInPath()} look="outlined">
          {texts.signIn}
        </ButtonLink>
      </div>
    </Page>
  );
}
