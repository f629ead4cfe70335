export { PreviewsHttpModule } from './previews-http.module.js';
