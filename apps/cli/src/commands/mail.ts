import type { Command } from 'commander';
import { createId } from '#libs/kernel';
import { DeliverMail } from '#libs/mail';
import { withFeatures } from '../with-features.js';

export function addMailCommands(program: Command): void {
  program
    .command('mail')
    .description('mails that the server sends')
    .command('test')
    .description('send a test mail through the mail transport and report the result')
    .requiredOption('--to <address>', 'recipient')
    .action(async ({ to }: { to: string }) => {
      const mail = {
        id: createId('mail'),
        to: to.trim(),
        subject: 'Test mail',
        text: 'This is a test mail. The mail transport of your archive works.\n',
      };
      const { signal } = new AbortController();
      const transport = await withFeatures((app) => app.get(DeliverMail, { strict: false }).execute(mail, signal));
      console.log(`${transport} accepted the mail to ${mail.to}.`);
    });
}
