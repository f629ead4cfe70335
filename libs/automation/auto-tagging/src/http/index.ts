export { AutoTaggingHttpModule } from './auto-tagging-http.module.js';
