export { CodeAttempts, type CodeAttempt } from './code-attempts.js';
export { ResetSecondFactor } from './reset-second-factor.js';
export {
  BackupCodesCreated,
  BackupCodeUsed,
  PasskeyCreated,
  PasskeyDeleted,
  PasskeyRenamed,
  SecondFactorDisabled,
  SecondFactorEnabled,
  SecondFactorFailed,
} from './second-factor.audit.js';
export { SecondFactorModule } from './second-factor.module.js';
