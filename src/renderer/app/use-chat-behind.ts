import { useState } from 'react';
import type { Location } from 'react-router-dom';
import { isChatPage, paths } from '../lib/paths.ts';

/**
 * Returns the chat's location while the settings are open above it. Null on other pages, or if the settings were not
 * opened from the chat.
 */
export function useChatBehind(location: Location): Location | null {
  const [chat, setChat] = useState<Location | null>(null);
  const { pathname } = location;
  const isSettings = pathname.startsWith(paths.account);
  const next = isChatPage(pathname) ? location : isSettings ? chat : null;
  if (next !== chat) setChat(next);
  return isSettings ? chat : null;
}
