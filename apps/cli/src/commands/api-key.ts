import { InvalidArgumentError, type Command } from 'commander';
import { CreateApiKey, UserNotFound, UserRepository } from '#people/auth';
import { PERMISSIONS, type Permission } from '#ground/http-kit';
import { withApplication } from '../with-installation.js';

interface Options {
  email: string;
  name: string;
  permissions: Permission[];
  expires?: Date;
}

export function addApiKeyCommands(program: Command): void {
  program
    .command('api-key')
    .description('keys for programs')
    .command('create')
    .description('create a key and show its token, this once')
    .requiredOption('--email <address>', 'account the key acts for')
    .option('--name <name>', 'what the key is for', readName, 'created on the command line')
    .option('--permissions <list>', 'comma-separated, for instance documents:read,tags:read', readPermissions, [
      ...PERMISSIONS,
    ])
    .option('--expires <date>', 'when it ends to be valid, for instance 2030-12-31', readDate)
    .action(async ({ email, name, permissions, expires }: Options) => {
      const { token } = await withApplication(async (app) => {
        const user = await app.get(UserRepository).findByEmail(email.trim().toLowerCase());
        if (!user) throw UserNotFound({ message: `There is no user with the e-mail address ${email}.` });
        return app.get(CreateApiKey).execute({ userId: user.id, name, permissions, expiresAt: expires });
      });
      console.log(token);
    });
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '' || Array.from(name).length > 255) throw new InvalidArgumentError('A name has 1 to 255 characters.');
  return name;
}

function readPermissions(text: string): Permission[] {
  return text.split(',').map((word) => {
    const permission = PERMISSIONS.find((known) => known === word.trim());
    if (!permission)
      throw new InvalidArgumentError(`${word} is not a permission; there are ${PERMISSIONS.join(', ')}.`);
    return permission;
  });
}

function readDate(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError(`${text} is not a date.`);
  return date;
}
