import type { RouteSample } from './route-catalogue.js';

const NOTHING: RouteSample = {};
const REPEATABLE: RouteSample = { repeatable: true };

/** The routes of administrators of the installation. */
export const ADMIN_ROUTES: Readonly<Record<string, RouteSample>> = {
  'GET /api/admin/queues': NOTHING,
  'GET /api/admin/scheduled-tasks': NOTHING,
  'GET /api/admin/search-index': NOTHING,
  'GET /api/admin/damaged-files': NOTHING,
  'GET /api/admin/health': NOTHING,
  'GET /api/admin/plugins': NOTHING,
  'GET /api/admin/configuration': NOTHING,
  'GET /api/admin/audit': NOTHING,
  'GET /api/admin/audit/export': { query: 'format=csv' },
  'GET /api/admin/audit/verification': NOTHING,
  'POST /api/admin/audit/verification': REPEATABLE,
  'GET /api/admin/users': NOTHING,
  'GET /api/admin/users/count': NOTHING,
  'GET /api/admin/users/:userId': NOTHING,
  'PATCH /api/admin/users/:userId': { repeatable: true, body: () => ({ maxOrganizationCount: 3 }) },
  'DELETE /api/admin/users/:userId': NOTHING,
  'POST /api/admin/users/:userId/revoke-sessions': NOTHING,
  'POST /api/admin/users/:userId/reset-second-factor': { body: () => ({ withPasskeys: true }) },
  'POST /api/admin/users/:userId/send-password-reset': { repeatable: true, status: 409 },
  'POST /api/admin/users/:userId/plan-entitlements': {
    repeatable: true,
    body: () => ({ type: 'selfhst-premium' }),
    status: 400,
  },
  'DELETE /api/admin/users/:userId/plan-entitlements/:planEntitlementId': { repeatable: true, status: 404 },
  'GET /api/admin/organizations': NOTHING,
  'GET /api/admin/organizations/count': NOTHING,
  'GET /api/admin/organizations/:organizationId': NOTHING,
  'GET /api/admin/organizations/:organizationId/members': NOTHING,
  'GET /api/admin/organizations/:organizationId/intake-emails': NOTHING,
  'GET /api/admin/organizations/:organizationId/webhooks': NOTHING,
  'GET /api/admin/organizations/:organizationId/stats': NOTHING,
  'POST /api/admin/organizations/:organizationId/restore': { params: { organizationId: 'deletedOrganizationId' } },
  'GET /api/admin/statistics': NOTHING,
  'GET /api/admin/documents/stats': NOTHING,
  'GET /api/admin/jobs': NOTHING,
  'POST /api/admin/jobs/:jobId/retry': NOTHING,
  'DELETE /api/admin/jobs/:jobId': NOTHING,
  'POST /api/admin/queues/:queue/retry': REPEATABLE,
  'GET /api/admin/webhooks': NOTHING,
};
