export { ShareLinksHttpModule } from './share-links-http.module.js';
