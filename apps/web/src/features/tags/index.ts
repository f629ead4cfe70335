export { TagPicker } from './tag-picker';
export { allTags } from './tags.queries';
