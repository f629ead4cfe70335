import type { ResponseOf } from '../../lib/api';

export type ListedUser = ResponseOf<'GET /api/admin/users'>['users'][number];
export type AdminUser = ResponseOf<'GET /api/admin/users/{userId}'>['user'];
export type AdminOrganization = ResponseOf<'GET /api/admin/organizations'>['organizations'][number];
export type AdminJob = ResponseOf<'GET /api/admin/jobs'>['jobs'][number];
export type AdminWebhook = ResponseOf<'GET /api/admin/webhooks'>['webhooks'][number];
export type DamagedFile = ResponseOf<'GET /api/admin/damaged-files'>['damagedFiles'][number];
export type FilesCheck = ResponseOf<'GET /api/admin/damaged-files'>['check'];
export type Statistics = ResponseOf<'GET /api/admin/statistics'>;
export type Backups = ResponseOf<'GET /api/admin/backups'>;
export type BackupRun = Backups['runs'][number];
