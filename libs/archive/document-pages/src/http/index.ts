export { DocumentPagesHttpModule } from './document-pages-http.module.js';
