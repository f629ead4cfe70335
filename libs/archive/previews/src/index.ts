export { PreviewEnded, type EndedPreview } from './preview-ended.js';
export { PreviewRepository, type MadePreview, type PreviewToMake } from './preview.repository.js';
export { Previews, nameOf, versionOf, type Preview } from './previews.js';
export { PreviewsModule } from './previews.module.js';
export * from './previews.errors.js';
export { MakePreview, type MakePreviewData } from './previews.jobs.js';
export { greatestHeight, PREVIEW_WIDTHS, THUMBNAIL, type PreviewPlace } from './preview-sizes.js';
export { Thumbnails } from './thumbnails.js';
