export { DocumentBrowser } from './document-browser';
export { Thumbnail } from './thumbnail';
