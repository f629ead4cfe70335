import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { AdministerUsers } from '#operation/admin';
import {
  CreateUser,
  SetUserPassword,
  UserDirectory,
  UserRepository,
  type UserChange,
  ResetSecondFactor,
} from '#people/auth';
import { UnitOfWork } from '#ground/database';
import { withApplication } from '../with-installation.js';

const MAX_LISTED = 1_000;

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
  user
    .command('list')
    .description('show the accounts, newest first')
    .option('--search <text>', 'an id, or a part of the e-mail address or the name')
    .action(async ({ search }: { search?: string }) => {
      const users = await withApplication((app) =>
        app.get(UserDirectory).list({ search }, { pageIndex: 0, pageSize: MAX_LISTED }),
      );
      for (const { id, email, isAdmin, disabledAt, twoFactorEnabled } of users) {
        const facts = [isAdmin && 'administrator', disabledAt && 'disabled', twoFactorEnabled && 'second factor'];
        console.log([id, email, ...facts.filter(Boolean)].join('  '));
      }
    });
  addChange(user, 'disable', 'end the sessions of an account, and refuse its sign-ins and API keys', {
    isDisabled: true,
  });
  addChange(user, 'enable', 'let a disabled account sign in again', { isDisabled: false });
  addChange(user, 'make-admin', 'make an account an administrator', { isAdmin: true });
  user
    .command('reset-second-factor')
    .description('remove the second factor of an account, for a user who has lost it')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .option('--passkeys', 'remove the passkeys, too')
    .action(async ({ email, passkeys = false }: { email: string; passkeys?: boolean }) => {
      await withApplication(async (app) => {
        const userId = await idOf(app, email);
        await app
          .get(UnitOfWork)
          .run((tx) => app.get(ResetSecondFactor).execute(tx, { userId, withPasskeys: passkeys }));
      });
      console.log(`${email} now signs in without a second factor`);
    });
}

function addChange(user: Command, name: string, description: string, change: UserChange): void {
  user
    .command(name)
    .description(description)
    .requiredOption('--email <address>', 'e-mail address of the account')
    .action(async ({ email }: { email: string }) => {
      await withApplication(async (app) => {
        await app.get(AdministerUsers).changeByCommand(await idOf(app, email), change);
      });
      console.log(`${email}: ${name} done`);
    });
}

async function idOf(app: INestApplicationContext, email: string): Promise<string> {
  const user = await app.get(UserRepository).findByEmail(email.trim().toLowerCase());
  if (!user) throw new Error(`There is no account with the e-mail address ${email}.`);
  return user.id;
}

function madePassword(): string {
  return randomBytes(15).toString('base64url');
}
