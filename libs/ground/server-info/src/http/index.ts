export { ServerInfoHttpModule } from './server-info-http.module.js';
