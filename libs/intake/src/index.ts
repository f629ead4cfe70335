export { IntakeModule } from './intake.module.js';
export { TakeFile, type IntakeSource } from './take-file.js';
