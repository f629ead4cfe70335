export { SecondFactorHttpModule } from './second-factor-http.module.js';
