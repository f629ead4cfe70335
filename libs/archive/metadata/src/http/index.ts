export { MetadataHttpModule } from './metadata-http.module.js';
