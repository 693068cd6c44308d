import { useSyncExternalStore } from 'react';
import { connection } from './service-connection.ts';

/** For actions that need a connection. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.get) === 'online';
