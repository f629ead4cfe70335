export { RateLimitsWorkerModule } from './rate-limits-worker.module.js';
