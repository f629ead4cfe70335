export { IntakeHttpModule } from './intake-http.module.js';
