export { FindingHttpModule } from './finding-http.module.js';
