import type { SessionUser } from '../../../lib/session.tsx';
import { Section } from '../Section.tsx';
import { AccessReceipts } from './AccessReceipts.tsx';
import { ConsentSwitch } from './ConsentSwitch.tsx';
import { MergeRequest } from './MergeRequest.tsx';

/** What others may see of one's account, and who has looked. */
export function PrivacySection({ user }: { readonly user: SessionUser }) {
  return (
    <Section id="privacy">
      <MergeRequest userId={user.id} />
      <ConsentSwitch userId={user.id} />
      <AccessReceipts userId={user.id} />
    </Section>
  );
}
