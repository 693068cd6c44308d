import { useSession } from '../lib/session.tsx';
import { ErrorFallback } from './ErrorFallback.tsx';
import { Splash } from './Splash.tsx';

/** Shown while the session loads; offers Retry if the service is unreachable. */
export function AwaitSession({ text }: { readonly text?: string }) {
  const { failure, retry } = useSession();
  if (failure) return <ErrorFallback error={failure} onRetry={() => void retry()} />;
  return <Splash {...(text && { text })} />;
}
