export { DocumentTagsHttpModule } from './document-tags-http.module.js';
