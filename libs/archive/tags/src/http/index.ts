export { TagParams } from './tag.dto.js';
export { TagsHttpModule } from './tags-http.module.js';
