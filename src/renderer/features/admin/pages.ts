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
  /** Fetched when the page is opened [ADMIN-018]. */
  readonly Screen: ComponentType;
}

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** The console's pages in the order of its sidebar [ADMIN-007..016]. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '',
    title: 'Dashboard',
    icon: IconLayoutDashboard,
    Screen: page(async () => (await import('./stats/DashboardPage.tsx')).DashboardPage),
  },
  {
    path: 'users',
    title: 'Users',
    icon: IconUsers,
    Screen: page(async () => (await import('./users/UsersPage.tsx')).UsersPage),
  },
  {
    path: 'roles',
    title: 'Roles and permissions',
    icon: IconShieldCheck,
    Screen: page(async () => (await import('./roles/RolesPage.tsx')).RolesPage),
  },
  {
    path: 'api-vendors',
    title: 'API vendors',
    icon: IconPlugConnected,
    Screen: page(async () => (await import('./vendors/VendorsPage.tsx')).VendorsPage),
  },
  {
    path: 'api-models',
    title: 'API models',
    icon: IconBox,
    Screen: page(async () => (await import('./models/ModelsPage.tsx')).ModelsPage),
  },
  {
    path: 'api-keys',
    title: 'API keys',
    icon: IconKey,
    Screen: page(async () => (await import('./keys/KeysPage.tsx')).KeysPage),
  },
  {
    path: 'analytics',
    title: 'Analytics',
    icon: IconChartBar,
    Screen: page(async () => (await import('./stats/AnalyticsPage.tsx')).AnalyticsPage),
  },
  {
    path: 'activity',
    title: 'Activity',
    icon: IconActivity,
    Screen: page(async () => (await import('./activity/ActivityPage.tsx')).ActivityPage),
  },
  {
    path: 'logs',
    title: 'Logs',
    icon: IconList,
    Screen: page(async () => (await import('./logs/LogsPage.tsx')).LogsPage),
  },
  {
    path: 'settings',
    title: 'Settings',
    icon: IconSettings,
    Screen: page(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage),
  },
];

/** Pages that others lead to: they stand in no list. */
export const innerPages: readonly Pick<ConsolePage, 'path' | 'Screen'>[] = [
  { path: 'users/:id', Screen: page(async () => (await import('./users/UserPage.tsx')).UserPage) },
  { path: 'view', Screen: page(async () => (await import('./users/view/ViewPage.tsx')).ViewPage) },
];

export const addressOf = ({ path }: ConsolePage): string => (path ? `${paths.admin}/${path}` : paths.admin);
