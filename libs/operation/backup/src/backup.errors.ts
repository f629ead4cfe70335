import { defineError } from '#ground/kernel';

export const BackupsNotConfigured = defineError(
  'backups.not_configured',
  'conflict',
  'The server has no folder for backups: its setting BACKUP_FOLDER is not set.',
);
