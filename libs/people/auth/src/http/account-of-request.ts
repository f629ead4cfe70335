import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';

export interface RequestAccount {
  userId: string;
  hasSession: boolean;
  /** Codes are required already. */
  hasSecondFactor: boolean;
}

/**
 * Returns the account whose code a request brings: of the session, or of the sign-in that waits for its second factor.
 */
export async function accountOf(ctx: GenericEndpointContext): Promise<RequestAccount | undefined> {
  const found = await getSessionFromCtx<{ twoFactorEnabled?: boolean }>(ctx);
  if (found) return { userId: found.user.id, hasSession: true, hasSecondFactor: found.user.twoFactorEnabled === true };
  const { name } = ctx.context.createAuthCookie('two_factor');
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  if (typeof identifier !== 'string' || !identifier.startsWith('2fa-')) return undefined;
  const waiting = await ctx.context.internalAdapter.findVerificationValue(identifier);
  return waiting ? { userId: waiting.value, hasSession: false, hasSecondFactor: true } : undefined;
}
