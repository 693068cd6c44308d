import { useLocation } from 'react-router-dom';
import { sharePath } from '../../shared/sharing/share-link.ts';
import { lazyPage } from '../components/lazy-component.tsx';
import { NotFoundPage } from '../features/site/NotFoundPage.tsx';

const Share = lazyPage(async () => (await import('./ShareRoute.tsx')).ShareRoute);

/** Contains the routes of rarely opened pages, because each route in AppRoutes makes all pages larger. */
export function RareRoutes() {
  return useLocation().pathname.startsWith(`${sharePath}/`) ? <Share /> : <NotFoundPage />;
}
