import { useLocation } from 'react-router-dom';
import { sharePath } from '../../shared/sharing/share-link.ts';
import { lazyPage } from '../components/lazy-component.tsx';
import { NotFoundPage } from '../features/site/NotFoundPage.tsx';

const Share = lazyPage(async () => (await import('./ShareRoute.tsx')).ShareRoute);

/** Pages that are seldom opened. Each route in AppRoutes makes all pages larger, so they share one. */
export function RareRoutes() {
  return useLocation().pathname.startsWith(`${sharePath}/`) ? <Share /> : <NotFoundPage />;
}
