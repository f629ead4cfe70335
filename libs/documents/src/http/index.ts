export { DocumentsHttpModule } from './documents-http.module.js';
