export { TagsHttpModule } from './tags-http.module.js';
