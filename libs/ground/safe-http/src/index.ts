export { HostAddresses } from './host-addresses.js';
export { SafeHttp } from './safe-http.js';
export { SafeHttpModule } from './safe-http.module.js';
export { UnsafeUrl } from './unsafe-url.js';
export type { OutboundLimits, OutboundResponse } from './safe-http-client.js';
