import { createRoute, redirect } from '@tanstack/react-router';
import { currentUser } from '../features/session';
import { withoutBasePath } from '../lib/base-path';
import { rootRoute } from './root-route';

/** Everything below needs a session; without one the person signs in first and comes back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context: { queryClient }, location }): Promise<void> => {
    const user = await queryClient.query({ ...currentUser(), staleTime: 'static' });
    if (!user) throw redirect({ to: '/login', search: { redirect: withoutBasePath(location.href) } });
  },
});
