export { ObservabilityHttpModule } from './observability-http.module.js';
