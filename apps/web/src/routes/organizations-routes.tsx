import { createRoute, redirect } from '@tanstack/react-router';
import { lastOrganization, organizations } from '../features/session';
import { pageComponent } from '../lib/page-component';
import { textOf } from './search-params';
import { signedInRoute } from './signed-in-route';

const getParentRoute = () => signedInRoute;

export const organizationsRoutes = [
  createRoute({
    getParentRoute,
    path: '/',
    beforeLoad: async ({ context: { queryClient } }): Promise<void> => {
      const all = await queryClient.query({ ...organizations(), staleTime: 'static' });
      const last = lastOrganization();
      const organization = all.find(({ id }) => id === last) ?? all[0];
      if (!organization) throw redirect({ to: '/organizations/first', replace: true });
      throw redirect({
        to: '/organizations/$organizationId/documents',
        params: { organizationId: organization.id },
        replace: true,
      });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/organizations',
    component: pageComponent(() => import('../features/onboarding/organizations-page'), 'OrganizationsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/organizations/deleted',
    component: pageComponent(
      () => import('../features/onboarding/deleted-organizations-page'),
      'DeletedOrganizationsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/organizations/create',
    component: pageComponent(() => import('../features/onboarding/create-organization-page'), 'CreateOrganizationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/organizations/first',
    validateSearch: (search: Record<string, unknown>): { organization?: string; document?: string } => ({
      ...textOf(search, 'organization'),
      ...textOf(search, 'document'),
    }),
    component: pageComponent(() => import('../features/onboarding/first-organization-page'), 'FirstOrganizationPage'),
  }),
];
