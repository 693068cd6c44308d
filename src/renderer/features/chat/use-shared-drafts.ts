import { useEffect } from 'react';
import { loadModule } from '../../lib/load-module.ts';
import { connection } from '../../lib/service-connection.ts';
import { knownDraftsOf } from '../../lib/unsent.ts';
import type { ChatEngine } from './chat-context.ts';

/**
 * Syncs drafts between devices if the user has turned this on. The drafts are loaded whenever the window
 * comes to the front.
 */
export function useSharedDrafts({ userId, drafts }: ChatEngine, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let stop = () => {};
    let isOver = false;
    const start = async () => {
      const { SharedDrafts } = await loadModule(() => import('./shared-drafts.ts'));
      if (isOver) return;
      const shared = new SharedDrafts(drafts, knownDraftsOf(userId));
      const load = () => {
        if (document.visibilityState === 'visible' && connection.get() === 'online') void shared.load();
      };
      document.addEventListener('visibilitychange', load);
      const stopConnection = connection.subscribe(load);
      stop = () => {
        document.removeEventListener('visibilitychange', load);
        stopConnection();
        shared.dispose();
      };
      load();
    };
    // If loading fails, the drafts of this device stay as they are.
    start().catch(() => {});
    return () => {
      isOver = true;
      stop();
    };
  }, [drafts, isOn, userId]);
}
