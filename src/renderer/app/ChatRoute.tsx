import { usePageTitle } from '../lib/use-page.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { UserCache } from './UserCache.tsx';

/** The chat page: the screen with the parts of other features that it shows. */
export function ChatRoute() {
  usePageTitle('Chat');
  return (
    <UserCache>
      <UiProvider>
        <p>Chat</p>
      </UiProvider>
    </UserCache>
  );
}
