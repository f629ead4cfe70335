import { createRoute, redirect } from '@tanstack/react-router';
import { pageComponent } from '../lib/page-component';
import { textOf } from './search-params';
import { signedInRoute } from './signed-in-route';

const layout = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'account',
  component: pageComponent(() => import('../features/account/account-layout'), 'AccountLayout'),
});
const getParentRoute = () => layout;

const children = [
  createRoute({
    getParentRoute,
    path: '/settings',
    beforeLoad: (): void => {
      throw redirect({ to: '/settings/profile', replace: true });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/settings/profile',
    component: pageComponent(() => import('../features/account/profile-page'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/security',
    validateSearch: (search: Record<string, unknown>): { error?: string; error_description?: string } => ({
      ...textOf(search, 'error'),
      ...textOf(search, 'error_description'),
    }),
    component: pageComponent(() => import('../features/account/security-page'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/appearance',
    component: pageComponent(() => import('../features/account/appearance-page'), 'AppearancePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/region',
    component: pageComponent(() => import('../features/account/region-page'), 'RegionPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/api-keys',
    component: pageComponent(() => import('../features/account/api-keys-page'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/api-keys/create',
    component: pageComponent(() => import('../features/account/create-api-key-page'), 'CreateApiKeyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitations',
    component: pageComponent(() => import('../features/account/invitations-page'), 'InvitationsPage'),
  }),
];

// A route made inside of `addChildren` would lose its type.
export const accountRoutes = layout.addChildren(children);
