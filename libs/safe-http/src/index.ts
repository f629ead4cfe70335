export { SafeHttp } from './safe-http.js';
export { SafeHttpModule } from './safe-http.module.js';
export type { OutboundLimits } from './safe-http.js';
