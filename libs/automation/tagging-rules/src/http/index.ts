export { TaggingRulesHttpModule } from './tagging-rules-http.module.js';
