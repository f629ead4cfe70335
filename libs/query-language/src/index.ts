export { propertyKey } from './property-key.js';
