export { DocumentSearchHttpModule } from './document-search-http.module.js';
