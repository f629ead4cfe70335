export { allProperties } from './properties.queries';
