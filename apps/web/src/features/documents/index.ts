export { DocumentBrowser } from './document-browser';
export type { ListState } from './documents';
