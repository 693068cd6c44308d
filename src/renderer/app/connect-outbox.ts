import { libraryOutbox } from '../lib/library-changes.ts';
import { loadModule } from '../lib/load-module.ts';

libraryOutbox.open = async (userId, client) => {
  const { chatEngineOf } = await loadModule(() => import('../features/chat/engine.ts'));
  // Not awaited, because it sends changes of earlier visits.
  void chatEngineOf(userId, client).recover();
};
