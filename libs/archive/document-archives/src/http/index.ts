export { DocumentArchivesHttpModule } from './document-archives-http.module.js';
