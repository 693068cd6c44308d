import { type ContextType, useContext, useDeferredValue } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/**
 * The location to render. Another page is rendered when its code is loaded; until then the previous one stays visible.
 * Within a page, the current location is rendered immediately: in a transition, a chat would appear some frames after
 * its URL. The router's setting (`useTransitions`) would apply to both.
 */
export function useShownLocation(): ContextType<typeof LocationContext> {
  const current = useContext(LocationContext);
  const loaded = useDeferredValue(current);
  return current.location.pathname === loaded.location.pathname ? current : loaded;
}

export { LocationContext };
