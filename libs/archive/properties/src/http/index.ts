export { PropertiesHttpModule } from './properties-http.module.js';
