import { Link } from 'react-router-dom';
import { EmailAddress } from '../feedback/EmailAddress.tsx';
import { adminTexts } from '../texts.ts';
import { userPath } from './user.ts';

interface AccountLinkProps {
  readonly id: string | null;
  /** Null for guests and deleted accounts, which the link identifies by the start of their id. */
  readonly email: string | null;
  readonly none?: string;
}

export function AccountLink({ id, email, none = adminTexts.none }: AccountLinkProps) {
  if (id === null) return none;
  return (
    <Link to={userPath(id)}>{email ? <EmailAddress email={email} /> : <code>{id.slice(0, 8)}</code>}</Link>
  );
}
