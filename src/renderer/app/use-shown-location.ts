import { type ContextType, useContext, useDeferredValue } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/**
 * The location to render. Another page is rendered when its code is loaded; until then the previous one stays visible.
 * Within a page it is the current one: React draws a transition in slices, so a chat would appear frames after its
 * address. The router's own setting (`useTransitions`) is the same for all.
 */
export function useShownLocation(): ContextType<typeof LocationContext> {
  const current = useContext(LocationContext);
  const loaded = useDeferredValue(current);
  return current.location.pathname === loaded.location.pathname ? current : loaded;
}

export { LocationContext };
