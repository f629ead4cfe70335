export { BoundValues } from '@archivolt/plugin-kit';
