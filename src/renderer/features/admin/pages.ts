import {
  type Icon,
  IconActivity,
  IconBox,
  IconChartBar,
  IconKey,
  IconLayoutDashboard,
  IconList,
  IconPlugConnected,
  IconSettings,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import { paths } from '../../lib/paths.ts';

export interface ConsolePage {
  /** Below /admin; empty for the console's start. */
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
  /** Fetched when the page is opened [ADMIN-018]; missing where the page is not built yet. */
  readonly Screen?: ComponentType;
}

const Vendors = lazy(async () => ({ default: (await import('./vendors/VendorsPage.tsx')).VendorsPage }));
const Dashboard = lazy(async () => ({ default: (await import('./DashboardPage.tsx')).DashboardPage }));

/** The console's pages in the order of its sidebar [ADMIN-007..016]. */
export const consolePages: readonly ConsolePage[] = [
  { path: '', title: 'Dashboard', icon: IconLayoutDashboard, Screen: Dashboard },
  { path: 'users', title: 'Users', icon: IconUsers },
  { path: 'roles', title: 'Roles and permissions', icon: IconShieldCheck },
  { path: 'api-vendors', title: 'API vendors', icon: IconPlugConnected, Screen: Vendors },
  { path: 'api-models', title: 'API models', icon: IconBox },
  { path: 'api-keys', title: 'API keys', icon: IconKey },
  { path: 'analytics', title: 'Analytics', icon: IconChartBar },
  { path: 'activity', title: 'Activity', icon: IconActivity },
  { path: 'logs', title: 'Logs', icon: IconList },
  { path: 'settings', title: 'Settings', icon: IconSettings },
];

export const addressOf = ({ path }: ConsolePage): string => (path ? `${paths.admin}/${path}` : paths.admin);
