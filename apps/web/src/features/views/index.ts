export { SaveView } from './save-view';
export { ViewsNav } from './views-nav';
export { allViews, viewCounts } from './views.queries';
