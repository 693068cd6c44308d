import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { useSession } from '../../lib/session.tsx';
import { useSignOut } from '../../lib/use-sign-out.ts';
import styles from './AccountPage.module.css';
import { ApiKeysSection } from './keys/ApiKeysSection.tsx';
import { accountTexts as texts } from './texts.ts';
import { UsageSection } from './usage/UsageSection.tsx';

/** Who is signed in, on which plan, how much of it is used, and the keys of their programs. */
export function AccountPage() {
  const { user } = useSession();
  const signOut = useSignOut();
  if (!user) return null;
  return (
    <Page title={texts.title}>
      <dl className={styles.facts}>
        <dt>{texts.name}</dt>
        <dd>{user.name}</dd>
        <dt>{texts.email}</dt>
        <dd>{user.email}</dd>
        <dt>{texts.plan}</dt>
        <dd>{user.plan ? texts.plans[user.plan] : '…'}</dd>
      </dl>
      <div>
        <Button look="outlined" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      </div>
      <UsageSection user={user} />
      <ApiKeysSection user={user} />
    </Page>
  );
}
