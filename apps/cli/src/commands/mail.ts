import type { Command } from 'commander';
import { createId } from '#ground/kernel';
import { composeMail, DeliverMail, MailLinks, Mails, paragraph } from '#capabilities/mail';
import { withFeatures } from '../with-features.js';

export function addMailCommands(program: Command): void {
  program
    .command('mail')
    .description('mails that the server sends')
    .command('test')
    .description('send a test mail through the mail transport and report the result')
    .requiredOption('--to <address>', 'recipient')
    .action(async ({ to }: { to: string }) => {
      const { signal } = new AbortController();
      await withFeatures(async (app) => {
        const links = app.get(MailLinks, { strict: false });
        const mail = { id: createId('mail'), to: to.trim(), ...testMail(links) };
        const transport = await app.get(DeliverMail, { strict: false }).execute(mail, signal);
        console.log(`${transport} accepted the mail to ${mail.to}.`);
        if (app.get(Mails, { strict: false }).transport === 'logs')
          console.log('It only writes mails to a log. MAIL_TRANSPORT_PLUGIN chooses a plugin that sends them.');
        else if (links.unreachableAddress !== undefined)
          console.log(`Links in mails lead to ${links.unreachableAddress}, on this computer only. Set APP_BASE_URL.`);
      });
    });
}

function testMail(links: MailLinks): ReturnType<typeof composeMail> {
  return composeMail({
    subject: 'Test mail',
    paragraphs: [paragraph`This is a test mail. The mail transport of your archive works.`],
    link: { label: 'Open the archive', to: links.page() },
  });
}
