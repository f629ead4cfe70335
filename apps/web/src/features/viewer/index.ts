export { PicturePage } from './picture-page';
export { Viewer } from './viewer';
export { TextView } from './text-view';
export { useHits, type HitsState } from './use-hits';
