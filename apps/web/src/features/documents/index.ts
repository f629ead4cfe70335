export { DocumentBrowser } from './document-browser';
