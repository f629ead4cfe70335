import { createRoute, redirect } from '@tanstack/react-router';
import { pageComponent } from '../lib/page-component';
import { auditSearch } from './audit-search';
import { choiceOf, numberOf, textOf } from './search-params';
import { signedInRoute } from './signed-in-route';

// One file for the whole area: few people need it, and what they load first is smaller with one name in it.
const pages = () => import('../features/admin/admin-pages');

const layout = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  component: pageComponent(pages, 'AdminLayout'),
});
const getParentRoute = () => layout;

/** Where a list with a search stands; `page` counts from 1. */
const listSearch = (search: Record<string, unknown>) => ({ ...textOf(search, 'q'), ...numberOf(search, 'page', 1) });

const toOverview = (): void => {
  throw redirect({ to: '/admin/overview', replace: true });
};

const children = [
  createRoute({ getParentRoute, path: '/', beforeLoad: toOverview }),
  createRoute({ getParentRoute, path: '/analytics', beforeLoad: toOverview }),
  createRoute({ getParentRoute, path: '/overview', component: pageComponent(pages, 'OverviewPage') }),
  createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch(search),
      ...choiceOf(search, 'role', ['admin', 'user'] as const),
      ...choiceOf(search, 'state', ['active', 'disabled'] as const),
    }),
    component: pageComponent(pages, 'UsersPage'),
  }),
  createRoute({ getParentRoute, path: '/users/$userId', component: pageComponent(pages, 'UserPage') }),
  createRoute({
    getParentRoute,
    path: '/organizations',
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch(search),
      ...choiceOf(search, 'state', ['deleted', 'all'] as const),
    }),
    component: pageComponent(pages, 'OrganizationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/organizations/$organizationId',
    component: pageComponent(pages, 'OrganizationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/queues',
    validateSearch: (search: Record<string, unknown>) => ({
      ...textOf(search, 'queue'),
      ...choiceOf(search, 'state', ['waiting', 'active', 'failed', 'dead'] as const),
      ...numberOf(search, 'page', 1),
    }),
    component: pageComponent(pages, 'JobsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/scheduled-tasks',
    component: pageComponent(pages, 'ScheduledTasksPage'),
  }),
  createRoute({ getParentRoute, path: '/search-index', component: pageComponent(pages, 'SearchIndexPage') }),
  createRoute({
    getParentRoute,
    path: '/stored-files',
    validateSearch: (search: Record<string, unknown>) => numberOf(search, 'page', 1),
    component: pageComponent(pages, 'StoredFilesPage'),
  }),
  createRoute({ getParentRoute, path: '/backups', component: pageComponent(pages, 'BackupsPage') }),
  createRoute({
    getParentRoute,
    path: '/webhooks',
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch(search),
      ...choiceOf(search, 'state', ['failing', 'disabled', 'enabled'] as const),
    }),
    component: pageComponent(pages, 'WebhooksPage'),
  }),
  createRoute({ getParentRoute, path: '/plugins', component: pageComponent(pages, 'PluginsPage') }),
  createRoute({
    getParentRoute,
    path: '/configuration',
    validateSearch: (search: Record<string, unknown>) => textOf(search, 'q'),
    component: pageComponent(pages, 'ConfigurationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: (search: Record<string, unknown>) => ({
      ...choiceOf(search, 'scope', ['all'] as const),
      ...textOf(search, 'organization'),
      ...auditSearch(search),
    }),
    component: pageComponent(pages, 'AuditPage'),
  }),
];

// A route made inside of `addChildren` would lose its type.
export const adminRoutes = layout.addChildren(children);
