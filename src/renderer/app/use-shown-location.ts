import { type ContextType, useContext, useDeferredValue } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/**
 * The location to render. A page stays visible until the code for the next page is loaded. Within a page,
 * changes render immediately, because a transition would show a chat several frames after its URL. The
 * router's `useTransitions` setting can't treat the two differently.
 */
export function useShownLocation(): ContextType<typeof LocationContext> {
  const current = useContext(LocationContext);
  const loaded = useDeferredValue(current);
  return current.location.pathname === loaded.location.pathname ? current : loaded;
}

export { LocationContext };
