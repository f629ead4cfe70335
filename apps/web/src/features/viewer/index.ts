export { FilePages } from './file-pages';
export { useSizeOf } from './use-size-of';
export { PicturePage } from './picture-page';
export { Viewer } from './viewer';
export { TextView } from './text-view';
export { useHits, type HitsState } from './use-hits';
