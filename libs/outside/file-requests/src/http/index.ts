export { FileRequestsHttpModule } from './file-requests-http.module.js';
