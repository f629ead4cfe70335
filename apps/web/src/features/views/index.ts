export { ViewsNav } from './views-nav';
