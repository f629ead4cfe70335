export { PublicResponses } from './public-responses.js';
export { LinksHttpModule } from './links-http.module.js';
