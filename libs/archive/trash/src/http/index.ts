export { TrashHttpModule } from './trash-http.module.js';
