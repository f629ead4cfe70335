import { Logger } from '@nestjs/common';
import { APIError } from 'better-auth/api';

/** Writes why a sign-in with a provider failed to the log; people get no details. */
export function reportFailure(providerId: string) {
  const logger = new Logger('Auth');
  const report = (error: unknown) => {
    logger.warn(`Sign-in with ${providerId} failed: ${(error as Error).message}`);
  };
  return {
    /** The browser is sent back with an error. */
    refused(error: unknown): null {
      report(error);
      return null;
    },
    unavailable(error: unknown): Error {
      report(error);
      const message = `The provider ${providerId} does not respond. Try again in a moment.`;
      return new APIError('SERVICE_UNAVAILABLE', { code: 'PROVIDER_UNAVAILABLE', message });
    },
  };
}
