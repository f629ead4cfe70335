// Routes that the server of this branch does not have yet, as agreed. Goes away when they are merged.
import type {} from '../../../libs/sdk/src/api.js';

interface AUser {
  id: string;
  createdAt: string;
  updatedAt: string;
  email: string;
  emailVerified: boolean;
  name: string;
  image: string | null;
  maxOrganizationCount: number | null;
  twoFactorEnabled: boolean;
  organizationCount: number;
  isAdmin: boolean;
  disabledAt: string | null;
  lastActiveAt: string | null;
}
interface AOrganization {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  customerId: string | null;
  deletedAt: string | null;
  deletedBy: string | null;
  scheduledPurgeAt: string | null;
  memberCount: number;
  documentsCount: number;
  documentsSize: number;
  ownerName: string | null;
}
interface AWebhook {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  disabledAt: string | null;
  organization: { id: string; name: string };
  lastDelivery: {
    status: 'cancelled' | 'pending' | 'failed' | 'succeeded';
    statusCode: number | null;
    createdAt: string;
  } | null;
}
interface AJob {
  id: string;
  queue: string;
  state: 'waiting' | 'active' | 'failed' | 'dead';
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  attempts: number;
  maxAttempts: number;
  nextAttemptAt: string | null;
  error: string | null;
  organizationId: string | null;
  subjectId: string | null;
}
interface AStats {
  documentsCount: number;
  documentsSize: number;
  deletedDocumentsCount: number;
  deletedDocumentsSize: number;
  totalDocumentsCount: number;
  totalDocumentsSize: number;
}
interface ByUser {
  path: { userId: string };
}
interface ByOrganization {
  path: { organizationId: string };
}

declare module '../../../libs/sdk/src/api.js' {
  interface Routes {
    'GET /api/admin/users': {
      query?: {
        search?: string;
        pageIndex?: number;
        pageSize?: number;
        role?: 'admin' | 'user';
        state?: 'active' | 'disabled';
      };
      response: { users: AUser[]; totalCount: number; pageIndex: number; pageSize: number };
      error: string;
    };
    'GET /api/admin/users/{userId}': ByUser & {
      response: {
        user: AUser;
        organizations: AOrganization[];
        roles: string[];
        planEntitlements: unknown[];
        availablePlanEntitlementTypes: string[];
      };
      error: string;
    };
    'PATCH /api/admin/users/{userId}': ByUser & {
      body: { isAdmin?: boolean; isDisabled?: boolean; maxOrganizationCount?: number | null };
      response: { user: AUser };
      error: string;
    };
    'DELETE /api/admin/users/{userId}': ByUser & { response: undefined; error: string };
    'POST /api/admin/users/{userId}/revoke-sessions': ByUser & { response: undefined; error: string };
    'POST /api/admin/users/{userId}/reset-second-factor': ByUser & { response: undefined; error: string };
    'POST /api/admin/users/{userId}/send-password-reset': ByUser & { response: undefined; error: string };
    'GET /api/admin/organizations': {
      query?: { search?: string; pageIndex?: number; pageSize?: number; state?: 'active' | 'deleted' | 'all' };
      response: { organizations: AOrganization[]; totalCount: number; pageIndex: number; pageSize: number };
      error: string;
    };
    'GET /api/admin/organizations/{organizationId}': ByOrganization & {
      response: { organization: AOrganization };
      error: string;
    };
    'GET /api/admin/organizations/{organizationId}/members': ByOrganization & {
      response: {
        members: {
          id: string;
          createdAt: string;
          userId: string;
          role: 'admin' | 'member' | 'owner' | 'viewer';
          user: AUser;
        }[];
      };
      error: string;
    };
    'GET /api/admin/organizations/{organizationId}/stats': ByOrganization & {
      response: { stats: AStats };
      error: string;
    };
    'POST /api/admin/organizations/{organizationId}/restore': ByOrganization & { response: undefined; error: string };
    'GET /api/admin/statistics': {
      query?: { days?: number };
      response: {
        statistics: {
          usersCount: number;
          activeUsersCount: number;
          disabledUsersCount: number;
          organizationsCount: number;
          documentsCount: number;
          documentsSize: number;
          deletedDocumentsCount: number;
          deletedDocumentsSize: number;
        };
        days: {
          date: string;
          users: number;
          organizations: number;
          documents: number;
          bytes: number;
          uploads: number;
        }[];
      };
      error: string;
    };
    'GET /api/admin/jobs': {
      query?: {
        queue?: string;
        state?: 'waiting' | 'active' | 'failed' | 'dead';
        pageIndex?: number;
        pageSize?: number;
      };
      response: { jobs: AJob[]; totalCount: number };
      error: string;
    };
    'POST /api/admin/jobs/{jobId}/retry': { path: { jobId: string }; response: undefined; error: string };
    'DELETE /api/admin/jobs/{jobId}': { path: { jobId: string }; response: undefined; error: string };
    'POST /api/admin/queues/{queue}/retry': {
      path: { queue: string };
      response: { retriedCount: number };
      error: string;
    };
    'GET /api/admin/webhooks': {
      query?: { search?: string; state?: 'failing' | 'disabled' | 'enabled'; pageIndex?: number; pageSize?: number };
      response: { webhooks: AWebhook[]; totalCount: number; pageIndex: number; pageSize: number };
      error: string;
    };
  }
}
