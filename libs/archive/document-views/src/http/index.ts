export { DocumentViewsHttpModule } from './document-views-http.module.js';
