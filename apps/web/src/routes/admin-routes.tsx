import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { textOf } from './search-params';
import { signedInRoute } from './signed-in-route';

// One file for the whole area: few people need it, and what they load first is smaller with one name in it.
const pages = () => import('../features/admin/admin-pages');

const layout = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  component: lazyRouteComponent(pages, 'AdminLayout'),
});
const getParentRoute = () => layout;

const toOverview = (): void => {
  throw redirect({ to: '/admin/overview', replace: true });
};

const children = [
  createRoute({ getParentRoute, path: '/', beforeLoad: toOverview }),
  createRoute({ getParentRoute, path: '/analytics', beforeLoad: toOverview }),
  createRoute({ getParentRoute, path: '/overview', component: lazyRouteComponent(pages, 'OverviewPage') }),
  createRoute({
    getParentRoute,
    path: '/queues',
    component: lazyRouteComponent(pages, 'JobsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/scheduled-tasks',
    component: lazyRouteComponent(pages, 'ScheduledTasksPage'),
  }),
  createRoute({ getParentRoute, path: '/search-index', component: lazyRouteComponent(pages, 'SearchIndexPage') }),
  createRoute({ getParentRoute, path: '/plugins', component: lazyRouteComponent(pages, 'PluginsPage') }),
  createRoute({
    getParentRoute,
    path: '/configuration',
    validateSearch: (search: Record<string, unknown>) => textOf(search, 'q'),
    component: lazyRouteComponent(pages, 'ConfigurationPage'),
  }),
];

// A route made inside of `addChildren` would lose its type.
export const adminRoutes = layout.addChildren(children);
