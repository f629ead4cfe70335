export { ApiLimits } from './api-limits.js';
export { RequestsHttpModule } from './requests-http.module.js';
