import { useSession } from '../lib/session.tsx';
import { ErrorFallback } from './ErrorFallback.tsx';
import { Splash } from './Splash.tsx';

export function AwaitSession({ text }: { readonly text?: string }) {
  const { failure, retry } = useSession();
  if (failure) return <ErrorFallback error={failure} onRetry={() => void retry()} />;
  return <Splash {...(text && { text })} />;
}
