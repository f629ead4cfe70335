export { checkFile } from './check-file.js';
export { HoldFile } from './hold-file.js';
export { IntakeFailures, isRetryable } from './intake-failures.js';
export {
  IntakeFailureRepository,
  type FailureSource,
  type IntakeFailure,
  type NewFailure,
} from './intake-failure.repository.js';
export { IntakeFailureNotFound, IntakeFailureNotRetryable } from './intake.errors.js';
export { IntakeFailed, IntakeFailureRemoved } from './intake.events.js';
export { FinishIntake, RetryIntake, type FinishIntakeData, type RetryIntakeData } from './intake.jobs.js';
export { IntakeModule } from './intake.module.js';
export { TakeFile, type IntakeFileFacts, type IntakeSource } from './take-file.js';
