export { AdminLayout } from './admin-layout';
export { ConfigurationPage } from './configuration-page';
export { JobsPage } from './jobs-page';
export { OverviewPage } from './overview-page';
export { PluginsPage } from './plugins-page';
export { ScheduledTasksPage } from './scheduled-tasks-page';
export { SearchIndexPage } from './search-index-page';
