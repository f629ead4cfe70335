export { intakeEmailView, type IntakeEmailView } from './intake-email.view.dto.js';
