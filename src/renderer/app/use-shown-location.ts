import { type ContextType, useContext, useDeferredValue } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/**
 * The location to render. A page stays visible until the code for the next page is loaded. Within a page,
 * changes render immediately: in a transition, a chat would appear several frames after its URL. The router's
 * `useTransitions` setting would apply to both.
 */
export function useShownLocation(): ContextType<typeof LocationContext> {
  const current = useContext(LocationContext);
  const loaded = useDeferredValue(current);
  return current.location.pathname === loaded.location.pathname ? current : loaded;
}

export { LocationContext };
