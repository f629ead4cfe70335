import { SetMetadata } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';

const KEY = 'archivolt:no-membership-needed';

/** Marks a route with `:organizationId` that checks the caller itself: a deleted organization has no members. */
export const NoMembershipNeeded = () => SetMetadata(KEY, true);

export function needsNoMembership(reflector: Reflector, context: ExecutionContext): boolean {
  return reflector.get<boolean | undefined>(KEY, context.getHandler()) === true;
}
