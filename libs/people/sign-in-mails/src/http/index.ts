export { SignInMailsHttpModule } from './sign-in-mails-http.module.js';
