export { organizationSettings, statistics } from './settings.queries';
