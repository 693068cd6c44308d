import { StoreError } from '../../data/store-error.ts';
import { fileTexts } from '../texts.ts';

/**
 * Thrown after a newer version of the app in another tab has upgraded the database. The code is `offline`, so messages
 * with files wait in the outbox until this page is reloaded.
 */
export class NewerDatabaseError extends StoreError {
  constructor() {
    super('offline', fileTexts.outdated);
  }
}
