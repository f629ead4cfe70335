export { SaveView } from './save-view';
export { ViewsNav } from './views-nav';
