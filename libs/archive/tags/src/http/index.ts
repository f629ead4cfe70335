export { TagParams } from './tag.dto.js';
