import { Module } from '@nestjs/common';
import { ApiKeyRepository } from './api-key.repository.js';
import { CreateApiKey } from './create-api-key.js';
import { ChangeUser } from './change-user.js';
import { CreateUser } from './create-user.js';
import { PasswordHasher } from './password-hashing/password-hasher.js';
import { RenameUser } from './rename-user.js';
import { RevokeApiKey } from './revoke-api-key.js';
import { SetUserPassword } from './set-user-password.js';
import { UserDirectory } from './user-directory.js';
import { UserPreferences } from './user-preferences.js';
import { UserRepository } from './user.repository.js';

const parts = [
  ApiKeyRepository,
  ChangeUser,
  CreateApiKey,
  CreateUser,
  PasswordHasher,
  RenameUser,
  RevokeApiKey,
  SetUserPassword,
  UserDirectory,
  UserPreferences,
  UserRepository,
];

/** Accounts and API keys, without HTTP. */
@Module({ providers: parts, exports: parts })
export class AuthModule {}
