export { DocumentPropertiesHttpModule } from './document-properties-http.module.js';
