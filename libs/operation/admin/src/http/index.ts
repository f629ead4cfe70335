export { AdminHttpModule } from './admin-http.module.js';
