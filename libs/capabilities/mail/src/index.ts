export { composeMail, type MailDraft } from './compose-mail.js';
export { DeliverMail } from './deliver-mail.js';
export { MailCannotBeSent } from './mail.errors.js';
export { SendMail, type SendMailData } from './mail.jobs.js';
export { MailLinks, type MailLink } from './mail-links.js';
export { MailModule } from './mail.module.js';
export { Mails, type Mail } from './mails.js';
export { exact, paragraph, type Paragraph } from './paragraph.js';
