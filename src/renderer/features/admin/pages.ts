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
import type { pageTitles } from './texts.ts';

export interface ConsolePage {
  /** Below /admin; empty for the dashboard. */
  readonly path: keyof typeof pageTitles;
  readonly icon: Icon;
  /** Loaded when the page is opened [ADMIN-018]. */
  readonly Screen: ComponentType;
}

/** The pages in the order of the sidebar [ADMIN-007..016]. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: '',
    icon: IconLayoutDashboard,
    Screen: lazyPage(async () => (await import('./stats/DashboardPage.tsx')).DashboardPage),
  },
  {
    path: 'users',
    icon: IconUsers,
    Screen: lazyPage(async () => (await import('./users/UsersPage.tsx')).UsersPage),
  },
  {
    path: 'roles',
    icon: IconShieldCheck,
    Screen: lazyPage(async () => (await import('./roles/RolesPage.tsx')).RolesPage),
  },
  {
    path: 'api-vendors',
    icon: IconPlugConnected,
    Screen: lazyPage(async () => (await import('./vendors/VendorsPage.tsx')).VendorsPage),
  },
  {
    path: 'api-models',
    icon: IconBox,
    Screen: lazyPage(async () => (await import('./models/ModelsPage.tsx')).ModelsPage),
  },
  {
    path: 'api-keys',
    icon: IconKey,
    Screen: lazyPage(async () => (await import('./keys/KeysPage.tsx')).KeysPage),
  },
  {
    path: 'analytics',
    icon: IconChartBar,
    Screen: lazyPage(async () => (await import('./stats/AnalyticsPage.tsx')).AnalyticsPage),
  },
  {
    path: 'activity',
    icon: IconActivity,
    Screen: lazyPage(async () => (await import('./activity/ActivityPage.tsx')).ActivityPage),
  },
  {
    path: 'logs',
    icon: IconList,
    Screen: lazyPage(async () => (await import('./logs/LogsPage.tsx')).LogsPage),
  },
  {
    path: 'settings',
    icon: IconSettings,
    Screen: lazyPage(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage),
  },
];

/** Pages that are not in the sidebar. */
export const innerPages: readonly { readonly path: string; readonly Screen: ComponentType }[] = [
  { path: 'users/:id', Screen: lazyPage(async () => (await import('./users/UserPage.tsx')).UserPage) },
  { path: 'view', Screen: lazyPage(async () => (await import('./users/view/ViewPage.tsx')).ViewPage) },
];

export const addressOf = ({ path }: ConsolePage): string => (path ? `${paths.admin}/${path}` : paths.admin);
