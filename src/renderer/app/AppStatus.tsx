import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { NewVersion } from '../components/NewVersion.tsx';
import { isChatPage, paths, settingsPath } from '../lib/paths.ts';
import { connection } from '../lib/service-connection.ts';
import { installServiceWorker } from '../lib/service-worker.ts';
import { platform } from '../platform/index.ts';
import { ConnectionLine } from './ConnectionLine.tsx';
import { FollowAccountAccess } from './FollowAccountAccess.tsx';

/**
 * Makes the query library follow the app's own connection state: data may have changed while the service was
 * unreachable, which the browser's online event doesn't cover.
 */
function followConnection(): void {
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(connection.get() === 'online');
    follow();
    return connection.subscribe(follow);
  });
}

/** The settings whose changes go through the outbox. */
const librarySettings = new Set(['instructions', 'personas', 'prompts'].map(settingsPath));

export function AppStatus() {
  const { pathname } = useLocation();
  // The console only works online.
  const script = pathname.startsWith(paths.admin) ? null : platform.serviceWorker;
  useEffect(() => (script === null ? undefined : installServiceWorker(script)), [script]);
  useEffect(followConnection, []);
  return (
    <>
      <ConnectionLine keepsChanges={isChatPage(pathname) || librarySettings.has(pathname)} />
      <FollowAccountAccess />
      <NewVersion />
    </>
  );
}
