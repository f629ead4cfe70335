export { ApiLimits } from './api-limits.js';
