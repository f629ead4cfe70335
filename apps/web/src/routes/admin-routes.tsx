import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { auditSearch } from './audit-search';
import { choiceOf, numberOf, textOf } from './search-params';
import { signedInRoute } from './signed-in-route';

// One file for the whole area: few people need it, and what they load first is smaller with one name in it.
const pages = () => import('../features/admin/admin-pages');

const layout = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  component: lazyRouteComponent(pages, 'AdminLayout'),
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
  createRoute({ getParentRoute, path: '/overview', component: lazyRouteComponent(pages, 'OverviewPage') }),
  createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch(search),
      ...choiceOf(search, 'role', ['admin', 'user'] as const),
      ...choiceOf(search, 'state', ['active', 'disabled'] as const),
    }),
    component: lazyRouteComponent(pages, 'UsersPage'),
  }),
  createRoute({ getParentRoute, path: '/users/$userId', component: lazyRouteComponent(pages, 'UserPage') }),
  createRoute({
    getParentRoute,
    path: '/organizations',
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch(search),
      ...choiceOf(search, 'state', ['deleted', 'all'] as const),
    }),
    component: lazyRouteComponent(pages, 'OrganizationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/organizations/$organizationId',
    component: lazyRouteComponent(pages, 'OrganizationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/queues',
    validateSearch: (search: Record<string, unknown>) => ({
      ...textOf(search, 'queue'),
      ...choiceOf(search, 'state', ['waiting', 'active', 'failed', 'dead'] as const),
      ...numberOf(search, 'page', 1),
    }),
    component: lazyRouteComponent(pages, 'JobsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/scheduled-tasks',
    component: lazyRouteComponent(pages, 'ScheduledTasksPage'),
  }),
  createRoute({ getParentRoute, path: '/search-index', component: lazyRouteComponent(pages, 'SearchIndexPage') }),
  createRoute({
    getParentRoute,
    path: '/stored-files',
    validateSearch: (search: Record<string, unknown>) => numberOf(search, 'page', 1),
    component: lazyRouteComponent(pages, 'StoredFilesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks',
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch(search),
      ...choiceOf(search, 'state', ['failing', 'disabled', 'enabled'] as const),
    }),
    component: lazyRouteComponent(pages, 'WebhooksPage'),
  }),
  createRoute({ getParentRoute, path: '/plugins', component: lazyRouteComponent(pages, 'PluginsPage') }),
  createRoute({
    getParentRoute,
    path: '/configuration',
    validateSearch: (search: Record<string, unknown>) => textOf(search, 'q'),
    component: lazyRouteComponent(pages, 'ConfigurationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: (search: Record<string, unknown>) => ({
      ...choiceOf(search, 'scope', ['all'] as const),
      ...textOf(search, 'organization'),
      ...auditSearch(search),
    }),
    component: lazyRouteComponent(pages, 'AuditPage'),
  }),
];

// A route made inside of `addChildren` would lose its type.
export const adminRoutes = layout.addChildren(children);
