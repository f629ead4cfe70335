import { Command, CommanderError } from 'commander';
import { AppError } from '#ground/kernel';
import { ConfigurationError } from '#ground/settings';
import { addApiKeyCommands } from './commands/api-key.js';
import { addAuditCommands } from './commands/audit.js';
import { addBackupCommands } from './commands/backup.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addDocumentsCommands } from './commands/documents.js';
import { addExportCommand } from './commands/export.js';
import { addImportCommands } from './commands/import.js';
import { addJobsCommands } from './commands/jobs.js';
import { addMailCommands } from './commands/mail.js';
import { addMigrateCommand } from './commands/migrate.js';
import { addPluginsCommands } from './commands/plugins.js';
import { addSearchCommands } from './commands/search.js';
import { addSeedCommand } from './commands/seed.js';
import { addStorageCommands } from './commands/storage.js';
import { addUserCommands } from './commands/user.js';

/** Runs one command line. Commands work while a server runs, and start its database themselves when none runs. */
export async function run(words: string[]): Promise<void> {
  const program = new Command('npm run cli --')
    .description('Commands for the person who runs Archivolt')
    .exitOverride()
    .showHelpAfterError();
  addDoctorCommand(program);
  addDocumentsCommands(program);
  addUserCommands(program);
  addApiKeyCommands(program);
  addJobsCommands(program);
  addSearchCommands(program);
  addStorageCommands(program);
  addBackupCommands(program);
  addExportCommand(program);
  addImportCommands(program);
  addMailCommands(program);
  addPluginsCommands(program);
  addAuditCommands(program);
  addMigrateCommand(program);
  addSeedCommand(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
    if (!(error instanceof CommanderError)) console.error(`archivolt: ${describe(error)}`);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isReadable =
    error instanceof AppError ||
    error instanceof ConfigurationError ||
    [
      'AggregateError',
      'EmbeddedPostgresError',
      'Error',
      'PermanentPluginError',
      'StartupError',
      'TransientPluginError',
    ].includes(error.name);
  return isReadable ? error.message : (error.stack ?? error.message);
}
