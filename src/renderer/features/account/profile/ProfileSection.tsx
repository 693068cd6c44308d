import type { SessionUser } from '../../../lib/session.tsx';
import { Section } from '../Section.tsx';
import { EmailForm } from './EmailForm.tsx';
import { NameForm } from './NameForm.tsx';
import { GuestUpgrade } from './GuestUpgrade.tsx';

interface ProfileSectionProps {
  readonly user: SessionUser;
  /** Whether they own this computer's service: then there is no address to sign in with. */
  readonly isOwner: boolean;
}

/** Who one is here. A guest finds the way to an account first. */
export function ProfileSection({ user, isOwner }: ProfileSectionProps) {
  return (
    <Section id="profile">
      {user.isAnonymous ? (
        <GuestUpgrade />
      ) : (
        <>
          <NameForm key={user.name} name={user.name} />
          {!isOwner && <EmailForm user={user} />}
        </>
      )}
    </Section>
  );
}
