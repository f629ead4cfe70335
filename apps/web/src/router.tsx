import { createRouter } from '@tanstack/react-router';
import { basePath } from './lib/base-path';
import { queryClient } from './lib/query-client';
import { accountRoutes } from './routes/account-routes';
import { adminRoutes } from './routes/admin-routes';
import { authRoutes } from './routes/auth-routes';
import { organizationRoutes } from './routes/organization-routes';
import { organizationsRoutes } from './routes/organizations-routes';
import { rootRoute } from './routes/root-route';
import { signedInRoute } from './routes/signed-in-route';

const routeTree = rootRoute.addChildren([
  ...authRoutes,
  signedInRoute.addChildren([...organizationsRoutes, accountRoutes, adminRoutes, organizationRoutes]),
]);

export const router = createRouter({
  routeTree,
  basepath: basePath || '/',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0, // the query client decides what is fresh
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
