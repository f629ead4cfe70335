export { organizationSettings } from './settings.queries';
