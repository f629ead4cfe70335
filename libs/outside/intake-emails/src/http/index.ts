export { IntakeEmailsHttpModule } from './intake-emails-http.module.js';
export { intakeEmailView, type IntakeEmailView } from './intake-email.view.dto.js';
