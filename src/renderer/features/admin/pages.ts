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
import type { ComponentType } from 'react';
import { lazyPage } from '../../components/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';

export interface ConsolePage {
  /** Below /admin; empty for the console's start. */
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
  /** Fetched when the page is opened [ADMIN-018]. */
  readonly Screen: ComponentType;
}

/** The console's pages in the order of its sidebar [ADMIN-007..016]. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '',
    title: 'Dashboard',
    icon: IconLayoutDashboard,
    Screen: lazyPage(async () => (await import('./stats/DashboardPage.tsx')).DashboardPage),
  },
  {
    path: 'users',
    title: 'Users',
    icon: IconUsers,
    Screen: lazyPage(async () => (await import('./users/UsersPage.tsx')).UsersPage),
  },
  {
    path: 'roles',
    title: 'Roles and permissions',
    icon: IconShieldCheck,
    Screen: lazyPage(async () => (await import('./roles/RolesPage.tsx')).RolesPage),
  },
  {
    path: 'api-vendors',
    title: 'API vendors',
    icon: IconPlugConnected,
    Screen: lazyPage(async () => (await import('./vendors/VendorsPage.tsx')).VendorsPage),
  },
  {
    path: 'api-models',
    title: 'API models',
    icon: IconBox,
    Screen: lazyPage(async () => (await import('./models/ModelsPage.tsx')).ModelsPage),
  },
  {
    path: 'api-keys',
    title: 'API keys',
    icon: IconKey,
    Screen: lazyPage(async () => (await import('./keys/KeysPage.tsx')).KeysPage),
  },
  {
    path: 'analytics',
    title: 'Analytics',
    icon: IconChartBar,
    Screen: lazyPage(async () => (await import('./stats/AnalyticsPage.tsx')).AnalyticsPage),
  },
  {
    path: 'activity',
    title: 'Activity',
    icon: IconActivity,
    Screen: lazyPage(async () => (await import('./activity/ActivityPage.tsx')).ActivityPage),
  },
  {
    path: 'logs',
    title: 'Logs',
    icon: IconList,
    Screen: lazyPage(async () => (await import('./logs/LogsPage.tsx')).LogsPage),
  },
  {
    path: 'settings',
    title: 'Settings',
    icon: IconSettings,
    Screen: lazyPage(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage),
  },
];

/** Pages that others lead to: they stand in no list. */
export const innerPages: readonly Pick<ConsolePage, 'path' | 'Screen'>[] = [
  { path: 'users/:id', Screen: lazyPage(async () => (await import('./users/UserPage.tsx')).UserPage) },
  { path: 'view', Screen: lazyPage(async () => (await import('./users/view/ViewPage.tsx')).ViewPage) },
];

export const addressOf = ({ path }: ConsolePage): string => (path ? `${paths.admin}/${path}` : paths.admin);
