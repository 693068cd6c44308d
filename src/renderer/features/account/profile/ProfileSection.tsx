import type { SessionUser } from '../../../lib/session.tsx';
import { Section } from '../Section.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NameForm } from './NameForm.tsx';
import { GuestUpgrade } from './GuestUpgrade.tsx';

/** Who one is here. A guest finds the way to an account first. */
export function ProfileSection({ user }: { readonly user: SessionUser }) {
  return (
    <Section id="profile">
      {user.isAnonymous ? (
        <GuestUpgrade />
      ) : (
        <>
          <NameForm key={user.name} name={user.name} />
          <EmailForm user={user} />
        </>
      )}
    </Section>
  );
}
