export { CustomPropertiesHttpModule } from './custom-properties-http.module.js';
