import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { NewVersion } from '../components/NewVersion.tsx';
import { isChatPage, paths } from '../lib/paths.ts';
import { connection } from '../lib/service-connection.ts';
import { installServiceWorker } from '../lib/service-worker.ts';
import { platform } from '../platform/index.ts';
import { ConnectionLine } from './ConnectionLine.tsx';
import { FollowAccountAccess } from './FollowAccountAccess.tsx';

/** What became old while the service was away is loaded when it is back. The browser knows only about the network. */
function followConnection(): void {
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(connection.get() === 'online');
    follow();
    return connection.subscribe(follow);
  });
}

/** What every page with a session does besides its content. */
export function AppStatus() {
  const { pathname } = useLocation();
  // The console works online only.
  const script = pathname.startsWith(paths.admin) ? null : platform.serviceWorker;
  useEffect(() => (script === null ? undefined : installServiceWorker(script)), [script]);
  useEffect(followConnection, []);
  return (
    <>
      <ConnectionLine keepsChanges={isChatPage(pathname)} />
      <FollowAccountAccess />
      <NewVersion />
    </>
  );
}
