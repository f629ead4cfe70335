export { DeliverMail } from './deliver-mail.js';
export { MailCannotBeSent } from './mail.errors.js';
export { SendMail, type SendMailData } from './mail.jobs.js';
export { MailModule } from './mail.module.js';
export { Mails, type Mail } from './mails.js';
