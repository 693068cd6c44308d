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
  IconSlash,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { lazyPage } from '../../components/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import type { pageTitles } from './texts.ts';

/** The path below /admin. Empty for the dashboard. */
type PagePath = keyof typeof pageTitles;

/** The pages are in sidebar order [ADMIN-007..016]. */
const icons: Readonly<Record<PagePath, Icon>> = {
  '': IconLayoutDashboard,
  users: IconUsers,
  roles: IconShieldCheck,
  'api-vendors': IconPlugConnected,
  'api-models': IconBox,
  'api-keys': IconKey,
  prompts: IconSlash,
  personas: IconUserCircle,
  analytics: IconChartBar,
  activity: IconActivity,
  logs: IconList,
  settings: IconSettings,
};

export const consolePages = (Object.keys(icons) as PagePath[]).map((path) => ({ path, Icon: icons[path] }));

/** Each page loads when it is opened [ADMIN-018]. */
export const consoleScreens: Readonly<Record<PagePath | 'users/:id' | 'view', ComponentType>> = {
  '': lazyPage(async () => (await import('./stats/DashboardPage.tsx')).DashboardPage),
  users: lazyPage(async () => (await import('./users/UsersPage.tsx')).UsersPage),
  'users/:id': lazyPage(async () => (await import('./users/page/UserPage.tsx')).UserPage),
  view: lazyPage(async () => (await import('./users/view/ViewPage.tsx')).ViewPage),
  roles: lazyPage(async () => (await import('./roles/RolesPage.tsx')).RolesPage),
  'api-vendors': lazyPage(async () => (await import('./vendors/VendorsPage.tsx')).VendorsPage),
  'api-models': lazyPage(async () => (await import('./models/ModelsPage.tsx')).ModelsPage),
  'api-keys': lazyPage(async () => (await import('./keys/KeysPage.tsx')).KeysPage),
  prompts: lazyPage(async () => (await import('./prompts/PromptsPage.tsx')).PromptsPage),
  personas: lazyPage(async () => (await import('./personas/PersonasPage.tsx')).PersonasPage),
  analytics: lazyPage(async () => (await import('./stats/AnalyticsPage.tsx')).AnalyticsPage),
  activity: lazyPage(async () => (await import('./activity/ActivityPage.tsx')).ActivityPage),
  logs: lazyPage(async () => (await import('./logs/LogsPage.tsx')).LogsPage),
  settings: lazyPage(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage),
};

export const pageUrl = (path: PagePath): string => (path ? `${paths.admin}/${path}` : paths.admin);
