export { IntakeEmailsHttpModule } from './intake-emails-http.module.js';
