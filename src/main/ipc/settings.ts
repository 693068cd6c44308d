import { channels } from '../../shared/ipc/channels.ts';
import { writeUiState, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { handle } from './handle.ts';

/**
 * Saves interface state (CHAT-022, DESK-019). The page reads it from its document, so that the first paint is correct.
 */
export function registerSettings(settings: Store<Settings>): void {
  handle(channels.writeUiState, ({ key, value }) => writeUiState(settings, key, value));
}
