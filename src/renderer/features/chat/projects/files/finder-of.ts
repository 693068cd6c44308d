import type { ChatFiles } from '../../attachments/chat-files.ts';
import { PassageFinder } from './passage-finder.ts';

const finders = new WeakMap<ChatFiles, PassageFinder>();

/** Returns the account's finder, which closes together with the account's files. */
export function finderOf(files: ChatFiles): PassageFinder {
  const known = finders.get(files);
  if (known) return known;
  const finder = new PassageFinder();
  finders.set(files, finder);
  files.whenClosed(() => finder.close());
  return finder;
}
