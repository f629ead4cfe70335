export { intakeEmailView, type IntakeEmailView } from './intake-email.view.dto.js';
export { IntakeHttpModule } from './intake-http.module.js';
