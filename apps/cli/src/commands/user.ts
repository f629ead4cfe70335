import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { CreateUser, SetUserPassword } from '#libs/auth';
import { withApplication } from '../with-installation.js';

interface Options {
  email: string;
  name?: string;
  password?: string;
  admin?: boolean;
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('accounts');
  user
    .command('create')
    .description('create an account; without --password one is made and shown')
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .option('--name <name>', 'name that others see')
    .option('--password <password>', '8 to 128 characters')
    .option('--admin', 'make it an administrator (the first account is one anyway)')
    .action(async ({ email, name, password = madePassword(), admin = false }: Options) => {
      await withApplication((app) =>
        app.get(CreateUser).execute({ email, password, isAdmin: admin, ...(name === undefined ? {} : { name }) }),
      );
      console.log(`Created ${email} with the password ${password}`);
    });
  user
    .command('set-password')
    .description('give an account a new password and end its sessions; without --password one is made and shown')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .option('--password <password>', '8 to 128 characters')
    .action(async ({ email, password = madePassword() }: Options) => {
      await withApplication((app) => app.get(SetUserPassword).execute({ email, password }));
      console.log(`${email} now has the password ${password}`);
    });
}

function madePassword(): string {
  return randomBytes(15).toString('base64url');
}
