import type { Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PermissionGuard } from '#people/auth/http';
import { RequestValidationGuard } from '#ground/http-kit';
import { MembershipGuard } from './membership.guard.js';

/**
 * The checks of every request, in this order: 401 without a caller, 403 for a missing permission, 400, 403 for callers who
 * are not members. The caller was looked up before the body was received (`Authentication`). For the providers of a module
 * that imports the HTTP modules of auth and organizations.
 */
export const requestGuards: Provider[] = [
  { provide: APP_GUARD, useExisting: PermissionGuard },
  { provide: APP_GUARD, useClass: RequestValidationGuard },
  { provide: APP_GUARD, useExisting: MembershipGuard },
];
