export { HealthHttpModule } from './health-http.module.js';
