export { IntakeEmailsModule } from './intake-emails.module.js';
export { TakeMail } from './take-mail.js';
