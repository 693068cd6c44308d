import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { sharePath } from '../../../shared/sharing/share-link.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { signInPath } from '../../lib/paths.ts';
import { keepKey } from './kept-key.ts';

/** With this query, the chat is copied as soon as it is open. */
export const continueQuery = '?continue';

export const shareIdOf = (pathname: string): string => pathname.slice(sharePath.length + 1);

interface SignInLinkProps {
  readonly isContinuing?: boolean;
  readonly children: ReactNode;
}

/** Links to the sign-in page, which returns to this shared chat. */
export function SignInLink({ isContinuing = false, children }: SignInLinkProps) {
  const { pathname, hash } = useLocation();
  const target = pathname + (isContinuing ? continueQuery : '');
  return (
    <ButtonLink to={signInPath(target)} onClick={() => hash !== '' && keepKey(shareIdOf(pathname), hash)}>
      {children}
    </ButtonLink>
  );
}
