import { useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

/** Returns the id of the project whose page is open, or `allProjects`. Null on all other pages. */
export function useProjectId(): string | null {
  const { pathname } = useLocation();
  const id = useSearchParams()[0].get('project');
  return pathname === paths.history ? id : null;
}
