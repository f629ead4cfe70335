export { allTags, useCreateTag, type ListedTag } from './tags.queries';
export { randomColor } from './tags';
export { TagPicker } from './tag-picker';
