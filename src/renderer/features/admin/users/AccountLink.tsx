import { Link } from 'react-router-dom';
import { Address } from '../feedback/Address.tsx';
import { userPath } from './user.ts';

interface AccountLinkProps {
  readonly id: string | null;
  /** Null where the account has none, or is gone. */
  readonly email: string | null;
  /** What stands there for nobody. */
  readonly none: string;
}

/** An account by its address, or by its id where that is all that is left. */
export function AccountLink({ id, email, none }: AccountLinkProps) {
  if (id === null) return none;
  return <Link to={userPath(id)}>{email ? <Address email={email} /> : <code>{id.slice(0, 8)}</code>}</Link>;
}
