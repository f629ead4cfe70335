export { LinksHttpModule } from './links-http.module.js';
