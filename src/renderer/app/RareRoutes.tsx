import { useLocation } from 'react-router-dom';
import { sharePath } from '../../shared/sharing/share-link.ts';
import { lazyPage } from '../components/lazy-component.tsx';
import { NotFoundPage } from '../features/site/NotFoundPage.tsx';

const Share = lazyPage(async () => (await import('./ShareRoute.tsx')).ShareRoute);

/** Routes of rarely opened pages, in one lazy route, because each route in AppRoutes makes all pages larger. */
export function RareRoutes() {
  return useLocation().pathname.startsWith(`${sharePath}/`) ? <Share /> : <NotFoundPage />;
}
