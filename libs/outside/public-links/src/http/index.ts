export { PublicResponses } from './public-responses.js';
