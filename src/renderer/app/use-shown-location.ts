import {
  type ContextType,
  useContext,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';
import { chosenLanguage, languageOf, onLanguage, showLanguage, shownLanguage } from '../lib/language.ts';

const readLanguages = () => shownLanguage() + chosenLanguage();

/**
 * Returns the location to render. A page stays visible until the code for the next page is loaded. Within a page,
 * changes render immediately, because a transition would show a chat several frames after its URL. The router's
 * `useTransitions` setting can't treat the two differently. Also renders again in another language.
 */
export function useShownLocation(): ContextType<typeof LocationContext> {
  const current = useContext(LocationContext);
  const loaded = useDeferredValue(current);
  const next = current.location.pathname === loaded.location.pathname ? current : loaded;
  useSyncExternalStore(onLanguage, readLanguages, readLanguages);
  const language = shownLanguage();
  const target = languageOf(next.location.pathname);
  // The previous page stays visible until the next page's language is loaded.
  const [last, setLast] = useState(next);
  if (target === language && last !== next) setLast(next);
  useEffect(() => {
    if (target !== language) void showLanguage(target);
  }, [target, language]);
  return target === language ? next : last;
}

export { LocationContext };
