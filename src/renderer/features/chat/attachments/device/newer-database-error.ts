import { StoreError } from '../../data/store-error.ts';
import { fileTexts } from '../texts.ts';

/**
 * A newer version of the app in another tab has upgraded the database, so this tab can't read it. `offline`, because
 * messages with files wait in the outbox until this page is reloaded.
 */
export class NewerDatabaseError extends StoreError {
  constructor() {
    super('offline', fileTexts.outdated);
  }
}
