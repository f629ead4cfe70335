export { ApiKeyRepository, type ApiKeyWithOrganizations } from './api-key.repository.js';
export { apiKeyFrom } from './api-key-token.js';
export {
  CannotChangeSelf,
  CannotDeleteSelf,
  EmailNotVerified,
  Forbidden,
  NotInOrganization,
  PasswordResetUnavailable,
  Unauthorized,
  UserAlreadyExists,
  UserNotFound,
} from './auth.errors.js';
export {
  AccountLinked,
  AccountUnlinked,
  PasswordChanged,
  SessionsRevoked,
  SignedIn,
  SignInFailed,
} from './auth.audit.js';
export { ChangeUser } from './change-user.js';
export { CreateApiKey, type NewApiKey } from './create-api-key.js';
export { CreateUser, type NewUser } from './create-user.js';
export { PasswordHasher } from './password-hashing/password-hasher.js';
export { RenameUser } from './rename-user.js';
export { RevokeApiKey } from './revoke-api-key.js';
export { SetUserPassword } from './set-user-password.js';
export {
  UserDirectory,
  type DirectoryUser,
  type UserFigures,
  type UserSelection,
} from './user-directory.repository.js';
export { UserRepository, type UserChange, type UserProfile } from './user.repository.js';
export { MailQuota } from './mails/mail-quota.js';
export { SignInMailTexts } from './mails/sign-in-mail-texts.js';
export { CodeAttempts, type CodeAttempt } from './second-factor/code-attempts.js';
export { ResetSecondFactor } from './second-factor/reset-second-factor.js';
export {
  BackupCodesCreated,
  BackupCodeUsed,
  PasskeyCreated,
  PasskeyDeleted,
  PasskeyRenamed,
  SecondFactorDisabled,
  SecondFactorEnabled,
  SecondFactorFailed,
} from './second-factor/second-factor.audit.js';
export { AuthModule } from './auth.module.js';
