import type { Command } from 'commander';
import { migrateInstallation } from '#operation/installation';
import { withInstallation } from '../with-installation.js';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date; safe to run at any time')
    .action(async () => {
      const applied = await withInstallation(migrateInstallation);
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
    });
}
