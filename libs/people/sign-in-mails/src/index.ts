export { MailQuota } from './mail-quota.js';
export { SignInMailTexts } from './sign-in-mail-texts.js';
export { SignInMailsModule } from './sign-in-mails.module.js';
