export { PropertyOptionParams } from './custom-property.dto.js';
