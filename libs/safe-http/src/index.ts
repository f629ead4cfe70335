export { SafeHttp } from './safe-http.js';
export { SafeHttpModule } from './safe-http.module.js';
