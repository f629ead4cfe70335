export { LiveFeedHttpModule } from './live-feed-http.module.js';
